import { z } from "zod";
import type { ListedEntry } from "../getters/getter-type.ts";
import { metricType, scoreOf } from "./metric-type.ts";

/** Files and folders below a folder. A path that ends in `/` is a folder's. */
export const checkFiles = metricType({
  accepts: ["listing"],
  expects: "json",
  rules: z
    .strictObject({
      present: z.array(z.string()).default([]),
      absent: z.array(z.string()).default([]),
      /** All there is: nothing else may be there. Hidden files and lock files of open documents do not count. */
      exactly: z.array(z.string()).optional(),
    })
    .refine((rules) => rules.exactly ?? rules.present.length + rules.absent.length, {
      error: "expected present, absent or exactly",
    }),
  judge({ result, expected }) {
    const name = (entry: ListedEntry) => (entry.kind === "directory" ? `${entry.path}/` : entry.path);
    const all = result.entries.map(name);
    const visible = all.filter((path) => !path.split("/").some((part) => part.startsWith(".")));
    const has = (path: string) => all.includes(path);
    const wanted = [...expected.present, ...(expected.exactly ?? [])];
    const surplus = expected.exactly ? visible.filter((path) => !expected.exactly?.includes(path)) : [];
    const faults = [
      ...wanted.filter((path) => !has(path)).map((path) => `${result.path}/${path} is not there`),
      ...expected.absent
        .filter((p) => has(p) || has(`${p}/`))
        .map((p) => `${result.path}/${p} is still there`),
      ...surplus.map((path) => `${result.path}/${path} should not be there`),
    ];
    return scoreOf(faults, `${result.path} holds what it should`);
  },
});
