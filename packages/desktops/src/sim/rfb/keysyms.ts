/** X key symbols of keys that type no character, by their names here. */
const NAMED: Readonly<Record<number, string>> = {
  65288: "backspace",
  65289: "tab",
  65056: "tab",
  65293: "enter",
  65421: "enter",
  65307: "escape",
  65535: "delete",
  65379: "insert",
  65360: "home",
  65361: "left",
  65362: "up",
  65363: "right",
  65364: "down",
  65365: "pageup",
  65366: "pagedown",
  65367: "end",
};
const MODIFIERS: Readonly<Record<number, string>> = {
  65505: "shift",
  65506: "shift",
  65507: "ctrl",
  65508: "ctrl",
  65511: "alt",
  65512: "alt",
  65513: "alt",
  65514: "alt",
};
const F1 = 65470;
const UNICODE = 0x1000000;

/** What an X key symbol stands for, or null for one that means nothing here. */
export function keyOfSymbol(symbol: number): { modifier?: string; name?: string; character?: string } | null {
  const modifier = MODIFIERS[symbol];
  if (modifier) return { modifier };
  const name = NAMED[symbol];
  if (name) return { name };
  if (symbol >= F1 && symbol < F1 + 12) return { name: `f${symbol - F1 + 1}` };
  if (symbol >= 65456 && symbol <= 65465) return { character: String(symbol - 65456) };
  const isLatin = (symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff);
  if (isLatin) return { character: String.fromCodePoint(symbol) };
  if (symbol > UNICODE && symbol <= UNICODE + 0x10ffff)
    return { character: String.fromCodePoint(symbol - UNICODE) };
  return null;
}
