import type { Point } from "@deskrl/domain";
import { MENU_HEIGHT, TITLE_HEIGHT } from "../../core/frame.ts";
import type { Page } from "../../core/page.ts";
import type { Look, Press, Rect } from "../../core/widget.ts";
import { askReplace } from "./find-replace.ts";
import { type ShownLine, wrapText } from "./wrap.ts";
import type { WriterApp } from "./writer-app.ts";
import { undo } from "./writer-keys.ts";

const TOOLBAR = 32;
const STATUS = 22;
const MARGIN = 24;
export const LINE_HEIGHT = 20;
/** Width of a character of the fixed-width font. */
export const CHARACTER_WIDTH = 8;
const NAME_CHARACTERS = 200;

/** How many lines and characters a window of that size shows. */
export function pageSize(window: Rect): { lines: number; characters: number } {
  const height = window.height - TITLE_HEIGHT - MENU_HEIGHT - TOOLBAR - STATUS - 12;
  return {
    lines: Math.max(1, Math.floor(height / LINE_HEIGHT)),
    characters: Math.max(1, Math.floor((window.width - 2 * MARGIN) / CHARACTER_WIDTH)),
  };
}

/** Toolbar, the page with its paragraphs, and the status bar. */
export function layoutWriter(page: Page, area: Rect, app: WriterApp): void {
  const { x, width } = area;
  page.background("toolbar", { ...area, height: TOOLBAR });
  page.buttons({ x: x + 4, y: area.y + 4, height: TOOLBAR - 8 }, [
    ["Save", () => app.save()],
    ["Undo", () => undo(app)],
    ["Find and Replace", () => askReplace(app)],
  ]);
  const body = { x, y: area.y + TOOLBAR, width, height: area.height - TOOLBAR - STATUS };
  layoutText(page, body, app);
  const status = { x, y: body.y + body.height, width, height: STATUS };
  page.background("status-bar", status);
  if (app.modified) page.add("label", "The document has been modified.", { ...status, x: x + 8, width: 260 });
}

function layoutText(page: Page, body: Rect, app: WriterApp): void {
  const { document } = app;
  const left = body.x + MARGIN;
  const top = body.y + 8;
  const { lines: fits, characters } = app.view;
  const lines = wrapText(document.text, characters);
  const shown = lines.slice(app.offset, app.offset + fits);
  const place = ({ x, y }: Point) => {
    const line = shown[Math.max(0, Math.min(shown.length - 1, Math.floor((y - top) / LINE_HEIGHT)))];
    if (!line) return document.text.length;
    return Math.min(line.to, line.from + Math.max(0, Math.round((x - left) / CHARACTER_WIDTH)));
  };
  const press = (event: Press) => pressText(app, place(event), event.clicks);
  const drag = (from: Point, to: Point) => document.select(place(from), place(to));
  page.background("page", body, { press, drag });
  for (let index = 0; index < shown.length; ) {
    const first = shown[index];
    if (!first) break;
    let count = 1;
    while (shown[index + count]?.paragraph === first.paragraph) count++;
    const at = {
      x: left,
      y: top + index * LINE_HEIGHT,
      width: body.width - 2 * MARGIN,
      height: count * LINE_HEIGHT,
    };
    addParagraph(page, at, { app, lines: shown.slice(index, index + count), press, drag });
    index += count;
  }
}

interface Paragraph {
  app: WriterApp;
  lines: readonly ShownLine[];
  press: (event: Press) => void;
  drag: (from: Point, to: Point) => void;
}

/** One accessibility row for a paragraph, above it a widget for each line that is drawn. */
function addParagraph(page: Page, at: Rect, { app, lines, press, drag }: Paragraph): void {
  const { document } = app;
  const [from, to] = document.selection;
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return;
  lines.forEach((line, index) => {
    const inLine = (position: number) => Math.max(line.from, Math.min(line.to, position)) - line.from;
    const nextStarts = lines[index + 1]?.from === document.caret;
    const hasCaret = document.caret >= line.from && document.caret <= line.to && !nextStarts;
    const look: Look = {
      selection: [inLine(from), inLine(to)],
      ...(hasCaret ? { caret: document.caret - line.from } : {}),
    };
    const place = { ...at, y: at.y + index * LINE_HEIGHT, height: LINE_HEIGHT };
    page.background("text-line", place, { text: document.text.slice(line.from, line.to), press, drag, look });
  });
  const text = document.text.slice(first.from, Math.min(last.to, first.from + NAME_CHARACTERS));
  page.add("paragraph", `Paragraph ${first.paragraph}`, at, { text, press, drag });
}

function pressText({ document }: WriterApp, place: number, clicks: number): void {
  if (clicks === 1) document.place(place);
  else document.select(...(clicks === 2 ? document.wordAt(place) : document.paragraphAt(place)));
}
