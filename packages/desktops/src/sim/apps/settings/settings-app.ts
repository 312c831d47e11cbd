import type { App } from "../../core/app.ts";
import type { Desk } from "../../core/desk.ts";
import { type KeyStroke, shortcutOf } from "../../core/keys.ts";
import { LineEditor } from "../../core/line-editor.ts";
import { onLeft, type Page } from "../../core/page.ts";
import { refused } from "../../core/refusal.ts";
import type { Rect } from "../../core/widget.ts";
import { changeSetting, settingsOf, TOGGLES } from "./settings-store.ts";

const ROW = 38;
const SLIDER_WIDTH = 202;
const LEFT = 24;
const STEPS: Readonly<Record<string, number>> = {
  left: -1,
  down: -1,
  right: 1,
  up: 1,
  pagedown: -10,
  pageup: 10,
};

/** The settings panel: switches and the volume. Each change counts at once. */
export class SettingsApp implements App {
  readonly name = "settings";
  readonly #desk: Desk;
  /** The number field of the volume while someone types in it. */
  #editor: LineEditor | null = null;
  #sliderFocused = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  title(): string {
    return "Settings";
  }

  menus(): [] {
    return [];
  }

  layout(page: Page, { x, y, width, height }: Rect): void {
    const settings = settingsOf(this.#desk);
    page.background("page", { x, y, width, height });
    TOGGLES.forEach((name, index) => {
      const at = { x: x + LEFT, y: y + 12 + index * ROW, width: 300, height: 28 };
      const flip = () => {
        this.#leave();
        changeSetting(this.#desk, name, !settings[name]);
      };
      page.add("toggle-button", name, at, {
        text: settings[name] ? "on" : "off",
        press: onLeft(flip),
        look: { selected: settings[name] },
      });
    });
    this.#layoutVolume(
      page,
      { x: x + LEFT, y: y + 20 + TOGGLES.length * ROW, width, height: 28 },
      settings.Volume,
    );
  }

  key(stroke: KeyStroke): void {
    const editor = this.#editor;
    if (editor) {
      if (stroke.key === "enter" || stroke.key === "tab") this.#commit();
      else if (stroke.key === "escape") this.#editor = null;
      else if (!editor.key(stroke)) throw refused(`${shortcutOf(stroke)} does nothing in the volume field.`);
      return;
    }
    const step = STEPS[stroke.key];
    if (!this.#sliderFocused || step === undefined)
      throw refused(`${shortcutOf(stroke)} does nothing in the settings.`);
    this.#setVolume(settingsOf(this.#desk).Volume + step);
  }

  type(text: string): void {
    if (!this.#editor) throw refused("No field takes text now.", "Click the field Volume percent first.");
    this.#editor.insert(text);
  }

  scroll(_deltaX: number, deltaY: number): void {
    if (this.#sliderFocused) this.#setVolume(settingsOf(this.#desk).Volume - deltaY);
  }

  selectAll(): void {
    this.#editor?.selectAll();
  }

  info(): string[] {
    return [];
  }

  mark(): string {
    const editor = this.#editor;
    return editor ? `${editor.caret},${editor.anchor},${editor.text}` : String(this.#sliderFocused);
  }

  unsaved(): null {
    return null;
  }

  #layoutVolume(page: Page, at: Rect, volume: number): void {
    page.background("label", { ...at, width: 80 }, { text: "Volume" });
    const slider = { x: at.x + 84, y: at.y, width: SLIDER_WIDTH, height: at.height };
    const set = (x: number) => {
      this.#leave();
      this.#sliderFocused = true;
      this.#setVolume(Math.floor((x - slider.x) / 2));
    };
    page.add("slider", "Volume", slider, {
      text: String(volume),
      press: ({ x }) => set(x),
      drag: (_from, { x }) => set(x),
      look: { level: volume, focused: this.#sliderFocused },
    });
    const editor = this.#editor;
    const edit = () => {
      this.#sliderFocused = false;
      this.#editor = new LineEditor(String(volume), true);
    };
    page.add(
      "spin-button",
      "Volume percent",
      { x: slider.x + SLIDER_WIDTH + 16, y: at.y, width: 70, height: at.height },
      {
        text: editor?.text ?? String(volume),
        press: onLeft(edit),
        look: editor ? { focused: true, caret: editor.caret, selection: editor.selection } : {},
      },
    );
  }

  #setVolume(volume: number): void {
    changeSetting(this.#desk, "Volume", Math.max(0, Math.min(100, volume)));
  }

  /** Takes over the typed number; anything else is refused and the field stays. */
  #commit(): void {
    const text = this.#editor?.text.trim() ?? "";
    if (!/^\d{1,3}$/.test(text) || Number(text) > 100)
      throw refused(`'${text}' is no volume.`, "Type a whole number from 0 to 100.");
    this.#editor = null;
    if (!changeSetting(this.#desk, "Volume", Number(text)))
      this.#desk.useless = `The volume is ${text} already.`;
  }

  #leave(): void {
    this.#editor = null;
    this.#sliderFocused = false;
  }
}
