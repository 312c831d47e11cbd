import { describe, expect, it } from "vitest";
import { environmentLook, episodeLook, runLook, stepLook } from "./state-look.logic.ts";

describe("environmentLook", () => {
  it("shows what the episode does on a leased desktop", () => {
    expect(environmentLook({ state: "leased", controlledBy: null, episodeState: "judging" })).toMatchObject({
      hue: "judging",
      word: "Judging",
    });
  });

  it("names the person who drives before anything else", () => {
    expect(environmentLook({ state: "leased", controlledBy: "ada", episodeState: "paused" }).word).toBe(
      "Driven by ada",
    );
  });

  it("marks a broken desktop as machinery, not as a failure of the policy", () => {
    expect(environmentLook({ state: "failed", controlledBy: null }).hue).toBe("invalid");
  });
});

it("shows the verdict once there is one", () => {
  expect(episodeLook({ state: "finished", verdict: "invalid" })).toMatchObject({
    hue: "invalid",
    word: "Invalid",
  });
  expect(episodeLook({ state: "acting", verdict: null }).word).toBe("Acting");
});

it("shows a state it does not know in words instead of hiding it", () => {
  const unknown = JSON.parse('"draining"');
  expect(runLook(unknown)).toMatchObject({ hue: "queued", word: "draining" });
});

it("calls text that could not be parsed malformed", () => {
  expect(stepLook({ outcome: "not_executed", formatOk: false }).word).toBe("malformed");
});
