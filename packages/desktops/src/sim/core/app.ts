import type { KeyStroke } from "./keys.ts";
import type { Page } from "./page.ts";
import type { Rect } from "./widget.ts";

export interface MenuItem {
  name: string;
  run: () => void;
}

/** One application in one window. It changes nothing by itself: only keys, text, presses and tools move it. */
export interface App {
  /** Short name, as `foregroundApp` says it. */
  readonly name: "calc" | "writer" | "files" | "settings";
  title(): string;
  /** The menus of the menu bar, in order; empty for none. */
  menus(): readonly { name: string; items: readonly MenuItem[] }[];
  /** Adds its widgets below the menu bar. */
  layout(page: Page, area: Rect): void;
  /** A key that is no typed character, or a shortcut. */
  key(stroke: KeyStroke): void;
  /** Typed text without line breaks and tabs. */
  type(text: string): void;
  /** Wheel notches; positive is down or right. */
  scroll(deltaX: number, deltaY: number): void;
  /** `ctrl+a` of an overwriting `type`. */
  selectAll(): void;
  /** The document as text, line by line; empty where the application has none. */
  info(): string[];
  /** Grows or changes with everything that a person could see change. Short: it is built for every action. */
  mark(): string;
  /** Null when it may close at once, else what to ask. */
  unsaved(): { question: string; save: () => void } | null;
}
