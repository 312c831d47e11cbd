import { z } from "zod";
import { getterType } from "./getter-type.ts";

const nothing = z.looseObject({});

/** The accessible elements that show, one a line: role, name and text between tabs. */
export const accessibilityTree = getterType({
  gives: "text",
  parameters: nothing,
  async get(_parameters, { desktop, signal }) {
    const { accessibility } = await desktop.observe({ accessibility: true, signal });
    const text = accessibility.map((row) => [row.role, row.name, row.text].join("\t")).join("\n");
    return { kind: "text", text, what: "accessibility tree" };
  },
});

/** The open windows, one a line: application and title between a tab. */
export const openWindows = getterType({
  gives: "text",
  parameters: nothing,
  async get(_parameters, { desktop, signal }) {
    const { windows } = await desktop.observe({ accessibility: false, signal });
    const text = windows.map((window) => `${window.app}\t${window.title}`).join("\n");
    return { kind: "text", text, what: "open windows" };
  },
});

/** Paths of the documents with changes that were not in their file, one a line. They are saved by being asked for. */
export const unsavedDocuments = getterType({
  gives: "text",
  parameters: nothing,
  async get(_parameters, { desktop, signal }) {
    const saved = await desktop.saveDocuments({ signal });
    return { kind: "text", text: saved.join("\n"), what: "list of unsaved documents" };
  },
});

/** The text on the clipboard. */
export const clipboard = getterType({
  gives: "text",
  parameters: nothing,
  async get(_parameters, { desktop, signal }) {
    return { kind: "text", text: await desktop.clipboard.read({ signal }), what: "clipboard" };
  },
});
