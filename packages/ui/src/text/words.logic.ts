/** An id short enough for a cell, cut in the middle so that both its kind and its tail stay readable. */
export function shortenId(id: string, tail = 5): string {
  const at = id.indexOf("_");
  const head = at < 0 ? 4 : at + 4;
  if (id.length <= head + tail + 1) return id;
  return `${id.slice(0, head)}…${id.slice(-tail)}`;
}

/** `1 desktop`, `4 desktops`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** A count with thousands separated, the same in every locale so that columns line up. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A share as a whole percentage; small shares do not round to 0 and near-whole ones do not round to 100. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return "–";
  const share = (part / whole) * 100;
  if (part > 0 && share < 1) return "<1 %";
  if (part < whole && share > 99) return ">99 %";
  return `${Math.round(share)} %`;
}

/** `evaluator_rejected` → `evaluator rejected`. */
export function humanise(code: string): string {
  return code.replaceAll("_", " ");
}

/** MiB in the unit a person would say. */
export function formatMib(mib: number): string {
  return mib >= 1024 ? `${(mib / 1024).toFixed(mib >= 10_240 ? 0 : 1)} GiB` : `${Math.round(mib)} MiB`;
}
