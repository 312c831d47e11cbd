import { expect, it } from "vitest";
import { tally } from "./bulk-results.logic.ts";

it("counts every item once, and tells refusals by their reason with the desktops they are about", () => {
  const refuse = (id: string, reason: string) => ({ id, outcome: "refused", reason }) as const;
  expect(
    tally([
      { id: "a", outcome: "done" },
      { id: "b", outcome: "pending" },
      refuse("c", "gone"),
      refuse("d", "no agent"),
      refuse("e", "no agent"),
    ]),
  ).toEqual({
    done: 1,
    pending: 1,
    refused: [
      { reason: "no agent", ids: ["d", "e"] },
      { reason: "gone", ids: ["c"] },
    ],
  });
});
