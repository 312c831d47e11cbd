/** A key on a page: one key (`j`, `ArrowLeft`, `?`) or a sequence of two (`g f`). */
export interface Shortcut {
  keys: string;
  label: string;
  run: () => void;
  /** Shown on the sheet under this heading. */
  group: string;
}

/** How long the first key of a sequence waits for the second. */
export const SEQUENCE_LIMIT_MS = 1200;

export interface Pressed {
  key: string;
  atMs: number;
}

/** The shortcut that a key completes, and what to remember for the next key. */
export function matchShortcut(
  shortcuts: readonly Shortcut[],
  previous: Pressed | null,
  pressed: Pressed,
): { match: Shortcut | null; remember: Pressed | null } {
  const waiting = previous && pressed.atMs - previous.atMs <= SEQUENCE_LIMIT_MS ? previous.key : null;
  if (waiting !== null) {
    const sequence = shortcuts.find((shortcut) => shortcut.keys === `${waiting} ${pressed.key}`);
    if (sequence) return { match: sequence, remember: null };
  }
  const starts = shortcuts.some((shortcut) => shortcut.keys.startsWith(`${pressed.key} `));
  if (starts) return { match: null, remember: pressed };
  // The one that was registered last belongs to the innermost part of the page.
  return { match: shortcuts.findLast((shortcut) => shortcut.keys === pressed.key) ?? null, remember: null };
}

/** True where a key press is text or belongs to a control, so that shortcuts must keep out of it. */
export function isTyping(target: { tagName?: string; isContentEditable?: boolean } | null): boolean {
  if (!target) return false;
  return target.isContentEditable === true || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName ?? "");
}
