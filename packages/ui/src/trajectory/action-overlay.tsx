import type { Size } from "@deskrl/domain";
import { type OverlayShape, overlayText, shortenArrow } from "./overlay.logic.ts";

/**
 * Draws an action over the picture the agent saw. The SVG's user space is the desktop's native pixels, so a shape
 * lies where the action went at every zoom; strokes keep their width on the screen.
 */
export function ActionOverlay({ shapes, screen }: { shapes: readonly OverlayShape[]; screen: Size }) {
  if (shapes.length === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${screen.width} ${screen.height}`}
      className="pointer-events-none absolute inset-0 h-full w-full overflow-visible"
      style={{ color: INK }}
    >
      <defs>
        <marker
          id="arrow-tip"
          viewBox="0 0 10 10"
          refX="7"
          refY="5"
          markerWidth="5"
          markerHeight="5"
          orient="auto"
        >
          <path d="M0 0 L10 5 L0 10 z" fill={INK} />
        </marker>
      </defs>
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes of one step, never reordered
        <Shape key={index} shape={shape} screen={screen} />
      ))}
    </svg>
  );
}

/** A hue that no state uses and that shows on light and dark application windows alike. */
const INK = "#f0148c";
const HALO = { stroke: "white", strokeWidth: 5, strokeOpacity: 0.85 };
const LINE = { stroke: INK, strokeWidth: 2.5 };

function Shape({ shape, screen }: { shape: OverlayShape; screen: Size }) {
  switch (shape.kind) {
    case "ring":
      return (
        <g data-shape="ring" data-x={shape.at.x} data-y={shape.at.y}>
          {Array.from({ length: Math.min(3, Math.max(1, shape.clicks)) }, (_, ring) => 13 + ring * 7).map(
            (r) => (
              <g key={r} fill="none">
                <circle cx={shape.at.x} cy={shape.at.y} r={r} {...HALO} />
                <circle cx={shape.at.x} cy={shape.at.y} r={r} {...LINE} />
              </g>
            ),
          )}
          <circle cx={shape.at.x} cy={shape.at.y} r={2.5} fill={INK} stroke="white" strokeWidth={1} />
          {shape.button !== "left" && <Label x={shape.at.x + 20} y={shape.at.y + 28} text={shape.button} />}
        </g>
      );
    case "arrow": {
      const end = shortenArrow(shape.from, shape.to, 6);
      const line = { x1: shape.from.x, y1: shape.from.y, x2: end.to.x, y2: end.to.y };
      return (
        <g data-shape="arrow">
          <line {...line} {...HALO} />
          <line {...line} {...LINE} markerEnd="url(#arrow-tip)" />
          <circle cx={shape.from.x} cy={shape.from.y} r={5} fill={INK} stroke="white" strokeWidth={2} />
        </g>
      );
    }
    case "scroll": {
      const turn = { down: 0, left: 90, up: 180, right: 270 }[shape.direction];
      return (
        <g data-shape="scroll" transform={`translate(${shape.at.x} ${shape.at.y}) rotate(${turn})`}>
          {[0, 14].map((offset) => (
            <g key={offset} fill="none" transform={`translate(0 ${offset})`}>
              <path d="M-10 -6 L0 4 L10 -6" {...HALO} />
              <path d="M-10 -6 L0 4 L10 -6" {...LINE} />
            </g>
          ))}
        </g>
      );
    }
    case "text":
      return shape.at ? (
        <Label x={shape.at.x + 18} y={shape.at.y - 18} text={`“${overlayText(shape.text)}”`} />
      ) : (
        <Label x={16} y={screen.height - 64} text={`“${overlayText(shape.text)}”`} />
      );
    case "keys":
      return <Label x={16} y={screen.height - 64} text={overlayText(shape.keys)} />;
    case "off-screen":
      return (
        <Label
          x={16}
          y={36}
          text={`outside the screen: (${shape.at.x}, ${shape.at.y}) of ${screen.width} × ${screen.height}`}
        />
      );
  }
}

/** Words on a plate of their own, since any application window may lie under them. */
function Label({ x, y, text }: { x: number; y: number; text: string }) {
  const width = text.length * CHARACTER_WIDTH + 16;
  return (
    <g data-shape="label">
      <rect
        x={x - 8}
        y={y - 20}
        width={width}
        height={28}
        rx={5}
        fill="white"
        stroke={INK}
        strokeWidth={1.5}
      />
      <text x={x} y={y} fontSize={18} fontWeight={600} fill={INK} className="font-mono">
        {text}
      </text>
    </g>
  );
}

/** Advance of one character of the mono face at 18 px. */
const CHARACTER_WIDTH = 10.8;
