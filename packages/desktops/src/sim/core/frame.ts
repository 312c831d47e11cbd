import type { Desk } from "./desk.ts";
import type { Dialog } from "./dialog.ts";
import { onLeft, type Page, textWidth } from "./page.ts";
import type { Popup, SimWindow } from "./sim-window.ts";
import type { Rect } from "./widget.ts";

export const TITLE_HEIGHT = 28;
export const MENU_HEIGHT = 26;
const ITEM_HEIGHT = 24;

/** Lays out a window: its frame, its application, and the menu or dialog above it. */
export function layoutWindow(page: Page, desk: Desk, window: SimWindow): void {
  const { x, y, width, height } = window.rect;
  page.background("frame", window.rect);
  page.background("title-bar", { x, y, width, height: TITLE_HEIGHT }, { text: window.app.title() });
  page.button("Minimize", { x: x + width - 60, y: y + 3, width: 26, height: 22 }, () =>
    desk.minimize(window),
  );
  page.button("Close", { x: x + width - 30, y: y + 3, width: 26, height: 22 }, () => desk.close(window));
  const top = y + TITLE_HEIGHT;
  const menus = window.app.menus();
  const menuHeight = menus.length > 0 ? MENU_HEIGHT : 0;
  window.app.layout(page, { x, y: top + menuHeight, width, height: height - TITLE_HEIGHT - menuHeight });
  let left = x + 4;
  if (menuHeight > 0) page.background("menu-bar", { x, y: top, width, height: menuHeight });
  for (const { name, items } of menus) {
    const at = { x: left, y: top, width: textWidth(name) + 16, height: menuHeight };
    const open = window.popup?.name === name;
    page.add("menu", name, at, {
      press: onLeft(() => {
        window.popup = open ? null : { name, items, x: at.x, y: at.y + menuHeight };
      }),
      look: { selected: open },
    });
    left += at.width;
  }
}

/** The open menu of a window: a press beside it closes it. */
export function layoutPopup(
  page: Page,
  desk: Desk,
  { window, popup }: { window: SimWindow; popup: Popup },
): void {
  const { width: screenWidth, height: screenHeight } = desk.screen;
  const width = Math.max(...popup.items.map(({ name }) => textWidth(name)), 80) + 30;
  const height = popup.items.length * ITEM_HEIGHT + 4;
  const x = Math.max(0, Math.min(popup.x, screenWidth - width));
  const y = Math.max(0, Math.min(popup.y, screenHeight - height));
  const close = () => {
    window.popup = null;
  };
  page.background("backdrop", { x: 0, y: 0, width: screenWidth, height: screenHeight }, { press: close });
  page.background("popup-menu", { x, y, width, height });
  popup.items.forEach(({ name, run }, index) => {
    const at = { x: x + 2, y: y + 2 + index * ITEM_HEIGHT, width: width - 4, height: ITEM_HEIGHT };
    const choose = () => {
      close();
      run();
    };
    page.add("menu-item", name, at, { press: onLeft(choose) });
  });
}

/** The dialog of a window, in its middle; nothing else of the window can be reached. */
export function layoutDialog(
  page: Page,
  _desk: Desk,
  { window, dialog }: { window: SimWindow; dialog: Dialog },
): void {
  const width = Math.min(460, window.rect.width);
  const rows = (dialog.message ? 1 : 0) + dialog.fields.length + Math.min(8, dialog.choices.length);
  const height = TITLE_HEIGHT + 16 + rows * 30 + 44;
  const x = window.rect.x + Math.floor((window.rect.width - width) / 2);
  const y = Math.max(0, window.rect.y + Math.floor((window.rect.height - height) / 2));
  page.background("shade", window.rect);
  page.add("dialog", dialog.title, { x, y, width, height });
  page.background("title-bar", { x, y, width, height: TITLE_HEIGHT }, { text: dialog.title });
  const inner: Rect = { x: x + 12, y: y + TITLE_HEIGHT + 10, width: width - 24, height: 24 };
  if (dialog.message) {
    page.add("label", dialog.message, inner);
    inner.y += 30;
  }
  for (const choice of dialog.choices.slice(0, 8)) {
    const press = (clicks: number) => {
      dialog.choose(choice);
      if (clicks > 1) submitDialog(window, dialog, 0);
    };
    const selected = dialog.fields[0]?.editor.text === choice;
    page.add("list-item", choice, { ...inner }, { press: ({ clicks }) => press(clicks), look: { selected } });
    inner.y += 30;
  }
  dialog.fields.forEach(({ name, editor }, index) => {
    page.background("label", { ...inner, width: 120 }, { text: name });
    const at = { ...inner, x: inner.x + 124, width: inner.width - 124 };
    const focused = dialog.focus === index;
    const look = focused ? { focused, caret: editor.caret, selection: editor.selection } : {};
    page.add("text", name, at, { text: editor.text, press: onLeft(() => dialog.focusField(index)), look });
    inner.y += 30;
  });
  const buttons = dialog.buttons.map(
    ({ name }, index) => [name, () => submitDialog(window, dialog, index)] as const,
  );
  const cancel = () => {
    window.dialog = null;
  };
  page.buttons({ x: inner.x, y: inner.y + 8, height: 26 }, [
    ...buttons,
    [dialog.staysOpen ? "Close" : "Cancel", cancel],
  ]);
}

/** Answers a dialog with one of its buttons. A refusal leaves it open. */
export function submitDialog(window: SimWindow, dialog: Dialog, button: number): void {
  const chosen = dialog.buttons[button];
  if (!chosen) return;
  if (!dialog.staysOpen) window.dialog = null;
  try {
    chosen.run(dialog.values);
  } catch (error) {
    window.dialog = dialog;
    throw error;
  }
}
