import { AppError } from "@deskrl/domain";
import { z } from "zod";
import { GuestPath } from "../steps/parameters.ts";
import { getterType } from "./getter-type.ts";
import { waitForStableFile } from "./wait-for-stable-file.ts";

/** A file of the desktop, once nothing writes to it any more. `dest` is OSWorld's local name and without use here. */
export const vmFile = getterType({
  gives: "file",
  parameters: z.looseObject({ path: GuestPath, dest: z.string().optional() }),
  async get({ path }, { desktop, signal }) {
    const reason = `there is no file ${path}`;
    if (!(await waitForStableFile(desktop, path, signal))) return { kind: "missing", reason };
    try {
      return { kind: "file", path, bytes: await desktop.files.read(path, { signal }) };
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return { kind: "missing", reason };
      throw error;
    }
  },
});
