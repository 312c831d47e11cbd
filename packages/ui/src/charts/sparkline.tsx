import { yRange } from "./y-axis.logic.ts";

/** A curve without axes, for a card: its shape, and its newest value in words beside it. */
export function Sparkline(props: {
  values: readonly (number | null)[];
  label: string;
  colour?: string;
  width?: number;
  height?: number;
}) {
  const { values, label, colour = "var(--accent)", width = 120, height = 28 } = props;
  const numbers = values.filter((value): value is number => value !== null);
  const range = yRange(numbers, false);
  if (!range || numbers.length < 2) {
    return <span className="text-2xs text-faint">no points yet</span>;
  }
  const x = (index: number) => (index / (values.length - 1)) * (width - 4) + 2;
  const y = (value: number) => height - 2 - ((value - range[0]) / (range[1] - range[0])) * (height - 4);
  let path = "";
  let joined = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${joined ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    joined = value !== null;
  }
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <path d={path} fill="none" stroke={colour} strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}
