export interface FormatKind {
  kind: "general" | "number" | "currency" | "percent" | "date" | "time" | "scientific" | "text";
  decimals: number;
  thousands: boolean;
}

/** What a number format code shows, read from its part for positive numbers. */
export function formatKind(code: string): FormatKind {
  const positive = (code.split(";")[0] ?? "").trim();
  const symbol = /\[\$[^\]-]/.test(positive) || /[$€£¥₹]/.test(positive.replace(/\[\$[^\]]*\]/g, ""));
  const bare = positive.replace(/\[[^\]]*\]|"[^"]*"|\\./g, "");
  const decimals = /\.([0#?]+)/.exec(bare)?.[1]?.length ?? 0;
  const thousands = /[0#],[0#]/.test(bare);
  const kind = (): FormatKind["kind"] => {
    if (/^general$/i.test(bare) || bare === "") return "general";
    if (bare === "@") return "text";
    if (bare.includes("%")) return "percent";
    if (/[0#]E[+-]/i.test(bare)) return "scientific";
    if (/[yd]/i.test(bare)) return "date";
    if (/[hs]/i.test(bare)) return "time";
    if (/m/i.test(bare)) return "date";
    return symbol ? "currency" : "number";
  };
  return { kind: kind(), decimals, thousands };
}
