/** Spans of time in words that fit a table cell. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span such as `850 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. Negative spans read as zero. */
export function formatDuration(ms: number): string {
  const span = Math.max(0, ms);
  if (span < 1000) return `${Math.round(span)} ms`;
  if (span < 10_000) return `${(span / 1000).toFixed(1)} s`;
  if (span < MINUTE) return `${Math.floor(span / 1000)} s`;
  if (span < HOUR) return join(Math.floor(span / MINUTE), "min", Math.floor((span % MINUTE) / 1000), "s");
  if (span < DAY) return join(Math.floor(span / HOUR), "h", Math.floor((span % HOUR) / MINUTE), "min");
  return join(Math.floor(span / DAY), "d", Math.floor((span % DAY) / HOUR), "h");
}

function join(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major} ${majorUnit}` : `${major} ${majorUnit} ${minor} ${minorUnit}`;
}

/** How long ago something was: `now` within two seconds, then one unit only, `4 s ago`, `12 min ago`. */
export function formatAge(ageMs: number): string {
  if (ageMs < 2000) return "now";
  return `${shortSpan(ageMs)} ago`;
}

/** One unit only, for badges: `4 s`, `12 min`, `3 h`, `2 d`. */
export function shortSpan(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  return `${Math.floor(span / DAY)} d`;
}

/** The moment itself with its zone, for a hover. */
export function formatMoment(at: Date, locale?: string): string {
  return at.toLocaleString(locale, {
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}
