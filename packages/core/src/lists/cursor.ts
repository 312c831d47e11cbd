import { AppError } from "@deskrl/domain";
import { z } from "zod";

/** Where a page ended: the sort value of its last row and the row's id, which breaks ties. */
const Position = z.tuple([z.union([z.number(), z.string()]), z.string()]);
export type CursorPosition = z.infer<typeof Position>;

/** An opaque cursor. Rows that come or go between two pages neither repeat nor hide others. */
export function encodeCursor(position: CursorPosition): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** @throws AppError `invalid_input` for anything that `encodeCursor` did not make */
export function decodeCursor(cursor: string): CursorPosition {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (cause) {
    throw new AppError("invalid_input", "The cursor is not one that a list returned.", {
      where: "cursor",
      fix: "Start again from the first page.",
      cause,
    });
  }
}
