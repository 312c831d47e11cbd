import { expect, it } from "vitest";
import { splitCommands } from "./commands.logic.ts";

it("makes commands in back ticks copyable and keeps the words around them", () => {
  expect(splitCommands("Run `npm run setup:docker`, then start again.")).toEqual([
    { kind: "text", text: "Run" },
    { kind: "command", text: "npm run setup:docker" },
    { kind: "text", text: ", then start again." },
  ]);
});

it("keeps advice without a command whole", () => {
  expect(splitCommands("Free some disk.")).toEqual([{ kind: "text", text: "Free some disk." }]);
});
