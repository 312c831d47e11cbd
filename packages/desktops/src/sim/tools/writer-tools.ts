import { z } from "zod";
import type { WriterApp } from "../apps/writer/writer-app.ts";
import { badArgument, refused } from "../core/refusal.ts";
import { counted, flag, text } from "./checked.ts";
import { compilePattern, expandTemplate } from "./python-pattern.ts";

/** Carries out a tool with checked arguments; its answer is what a real desktop says. */
type WriterTool = (app: WriterApp, args: Record<string, unknown>) => string;

const WORD = /[\p{L}\p{N}_]+(?:['’][\p{L}\p{N}_]+)*/gu;
const Indices = z.array(z.number()).optional();

/** The subset of WriterTools that a simulated desktop carries out, by method: what a plain text can hold. */
export const WRITER_TOOLS: Readonly<Record<string, WriterTool>> = {
  save(app) {
    if (app.path === null) {
      throw refused(
        "The document has no file yet, so it cannot be saved in place.",
        "Save it under a name first: press ctrl+shift+s and type the path.",
      );
    }
    app.save();
    return `Saved ${app.path}.`;
  },
  write_text(app, args) {
    if (flag(args.bold) || flag(args.italic) || args.size !== undefined) {
      throw refused("A plain text file holds no bold, italic or size.", "Leave bold, italic and size out.");
    }
    const written = text(args.text).replace(/\r\n?/g, "\n");
    app.document.place(app.document.selection[1]);
    app.document.insert(written);
    app.showCaret();
    return `Wrote ${counted(text(args.text).length, "character")} at the cursor.`;
  },
  find_and_replace(app, args) {
    const pattern = text(args.pattern);
    const expression = compilePattern("pattern", pattern);
    const replacement = expandTemplate("replacement", text(args.replacement), expression);
    let replaced = 0;
    const { changed } = editParagraphs(app, args, (paragraph) =>
      paragraph.replace(expression, (...match) => {
        replaced++;
        return replacement(match);
      }),
    );
    if (replaced === 0) throw refused(`No text matches '${pattern}'; nothing was changed.`);
    if (changed === 0) throw refused("The replacement is the same text; nothing was changed.");
    return `Replaced ${counted(replaced, "occurrence")} of '${pattern}' in ${counted(changed, "paragraph")}.`;
  },
  capitalize_words(app, args) {
    const { changed } = editParagraphs(app, args, (paragraph) =>
      paragraph.replace(WORD, (word) => large(word)),
    );
    if (changed === 0) throw refused("All words are capitalized already; nothing was changed.");
    return `Capitalized the words of ${counted(changed, "paragraph")}.`;
  },
  change_text_case(app, args) {
    const kind = text(args.case_type);
    const pattern = text(args.pattern);
    let matches = 0;
    const { changed } = editParagraphs(app, args, (paragraph) =>
      paragraph.replace(compilePattern("pattern", pattern), (match: string) => {
        if (match !== "") matches++;
        return changeCase(match, kind);
      }),
    );
    if (matches === 0) throw refused(`No text matches '${pattern}'; nothing was changed.`);
    if (changed === 0) throw refused("The text is written so already; nothing was changed.");
    return `Changed ${counted(matches, "match")} of '${pattern}' to ${kind}.`;
  },
};

/** Changes the chosen paragraphs as one undoable step, and counts those that came out different. */
function editParagraphs(
  app: WriterApp,
  args: Record<string, unknown>,
  change: (paragraph: string) => string,
): { changed: number } {
  const paragraphs = app.document.paragraphs;
  const indices = Indices.parse(args.paragraph_indices);
  const outside = indices?.find((index) => index >= paragraphs.length);
  if (outside !== undefined) {
    throw badArgument(
      "paragraph_indices",
      outside,
      `whole numbers from 0 to ${paragraphs.length - 1}, the last paragraph`,
    );
  }
  const chosen = indices ? new Set(indices) : null;
  const after = paragraphs.map((paragraph, index) =>
    chosen && !chosen.has(index) ? paragraph : change(paragraph),
  );
  const changed = after.filter((paragraph, index) => paragraph !== paragraphs[index]).length;
  if (changed > 0) app.document.replace(after.join("\n"));
  return { changed };
}

function large(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}

function changeCase(match: string, kind: string): string {
  if (kind === "uppercase") return match.toUpperCase();
  const small = match.toLowerCase();
  if (kind === "title") return small.replace(WORD, large);
  if (kind !== "sentence") return small;
  let first = true;
  return small.replace(WORD, (word) => {
    const changed = first ? large(word) : word;
    first = false;
    return changed;
  });
}
