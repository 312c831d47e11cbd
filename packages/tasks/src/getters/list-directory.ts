import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { GuestPath } from "../steps/parameters.ts";
import { getterType } from "./getter-type.ts";

/** Everything below a folder, with paths relative to it. */
export const listDirectory = getterType({
  gives: "listing",
  parameters: z.looseObject({ path: GuestPath }),
  async get({ path }, { desktop, signal }) {
    const root = path.replace(/\/+$/, "");
    try {
      const entries = await desktop.files.list(root, { recursive: true, signal });
      const below = entries.map(({ path: full, kind }) => ({ path: full.slice(root.length + 1), kind }));
      return { kind: "listing", path: root, entries: below };
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") {
        return { kind: "missing", reason: `there is no folder ${root}` };
      }
      throw error;
    }
  },
});
