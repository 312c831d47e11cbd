import { flow, wrapWords } from "./panel-image.logic.ts";

export interface PanelCaption {
  title: string;
  unit: string;
  /** What the picture is of: run, range, smoothing. */
  lines: readonly string[];
  legend: readonly { label: string; colour: string; dashed: boolean }[];
}

const MARGIN = 14;
const LINE = 16;
const SWATCH = 16;
const SCALE = 2;
/** What of a drawn element comes from style sheets, which a picture on its own has not. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "opacity",
] as const;

/**
 * A plot as it is on the screen, with its title, legend and what it is of, as PNG in twice the size.
 * @param plot holds the drawing and the marks that lie over it
 * @throws Error when the browser cannot draw it
 */
export async function panelImage(plot: HTMLElement, caption: PanelCaption): Promise<Blob> {
  const svg = plot.querySelector("svg");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!svg || !context) throw new Error("There is no plot to draw.");
  const box = svg.getBoundingClientRect();
  const look = getComputedStyle(plot);
  const colour = (name: string) => resolve(plot, `var(--${name})`);
  const ink = { text: colour("text"), muted: colour("muted"), panel: colour("panel") };
  const font = (size: number, weight = 400) => `${weight} ${size}px ${look.fontFamily}`;
  const room = box.width - 2 * MARGIN;

  const widthIn = (face: string) => (text: string) => {
    context.font = face;
    return context.measureText(text).width;
  };
  const lines = caption.lines.flatMap((line) => wrapWords(line, room, widthIn(font(11))));
  const labels = caption.legend.map(({ label }) => SWATCH + 6 + widthIn(font(11))(label));
  const legend = flow(labels, { room, gap: 14 });
  const top = MARGIN + 20 + lines.length * LINE + legend.rows * LINE + 6;

  canvas.width = Math.round(box.width * SCALE);
  canvas.height = Math.round((top + box.height + 8) * SCALE);
  context.scale(SCALE, SCALE);
  context.fillStyle = ink.panel;
  context.fillRect(0, 0, canvas.width, canvas.height);

  const write = (text: string, x: number, y: number, face: string, fill: string) => {
    context.font = face;
    context.fillStyle = fill;
    context.fillText(text, x, y);
  };
  let y = MARGIN + 12;
  write(caption.title, MARGIN, y, font(14, 600), ink.text);
  const after = MARGIN + widthIn(font(14, 600))(caption.title) + 8;
  write(caption.unit, after, y, font(11), ink.muted);
  y += 4;
  for (const line of lines) {
    y += LINE;
    write(line, MARGIN, y, font(11), ink.muted);
  }
  caption.legend.forEach(({ label, dashed, ...entry }, index) => {
    const place = legend.places[index] ?? { x: 0, row: 0 };
    const [x, base] = [MARGIN + place.x, y + (place.row + 1) * LINE];
    context.strokeStyle = resolve(plot, entry.colour);
    context.lineWidth = 2;
    context.setLineDash(dashed ? [4, 3] : []);
    context.beginPath();
    context.moveTo(x, base - 4);
    context.lineTo(x + SWATCH, base - 4);
    context.stroke();
    write(label, x + SWATCH + 6, base, font(11), ink.text);
  });
  context.setLineDash([]);

  context.drawImage(await pictureOf(svg, box), 0, top, box.width, box.height);
  for (const text of svg.querySelectorAll("text")) writeTick(context, text, top);
  for (const mark of plot.querySelectorAll<HTMLElement>("[data-mark]")) drawMark(context, mark, box, top);
  return new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error("The picture is too large."))),
      "image/png",
    ),
  );
}

/** A colour as it is where an element stands. */
function resolve(element: HTMLElement, colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = colour;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** The lines, bands and axes without their words: a picture on its own has not the fonts of the page. */
async function pictureOf(svg: SVGSVGElement, box: DOMRect): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("A copy of a drawing is a drawing.");
  const copies = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  });
  for (const text of copy.querySelectorAll("text")) text.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(box.width * SCALE));
  copy.setAttribute("height", String(box.height * SCALE));
  if (!copy.hasAttribute("viewBox")) copy.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

function writeTick(context: CanvasRenderingContext2D, text: SVGTextElement, top: number): void {
  if (!text.textContent) return;
  const { x, y } = text.getStartPositionOfChar(0);
  const style = getComputedStyle(text);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.fill;
  context.fillText(text.textContent, x, top + y);
}

/** A mark of what is no number. */
function drawMark(context: CanvasRenderingContext2D, mark: HTMLElement, box: DOMRect, top: number): void {
  const at = mark.getBoundingClientRect();
  const style = getComputedStyle(mark);
  const [x, y] = [at.left - box.left, at.top - box.top + top];
  context.fillStyle = style.backgroundColor;
  context.fillRect(x, y, at.width, at.height);
  context.strokeStyle = style.borderTopColor;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, at.width - 1, at.height - 1);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.fillText(mark.textContent ?? "", x + 3, y + at.height - 4);
}
