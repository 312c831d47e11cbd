import { buildStep } from "@deskrl/testing/factories";
import { expect, it } from "vitest";
import { trackProgress, viewDigest } from "./track-progress.ts";

const episodeId = "ep_1";
const none = { lastStepAt: null, lastAction: null, sameActions: 0, viewDigest: null, stillSince: null };
const at = (second: number) => new Date(second * 1_000);
const seeing = (appInfo: string, code: string, screenshot: string | null = null) => {
  const step = buildStep({ episodeId, index: 0, code });
  const observation = { ...step.observation, appInfo, screenshot };
  return { code, view: viewDigest({ observation }) };
};

it("counts how often the latest action was the same, across batches", () => {
  const first = { ...none, ...trackProgress(none, [seeing("a", "x"), seeing("b", "x")], at(1)) };
  expect(first).toMatchObject({ sameActions: 2, lastAction: "x", lastStepAt: at(1) });
  expect(trackProgress(first, [seeing("c", "x")], at(2))).toMatchObject({ sameActions: 3 });
  expect(trackProgress(first, [seeing("c", "x"), seeing("d", "y")], at(2))).toMatchObject({ sameActions: 1 });
});

it("remembers since when the view has looked the same, whatever the agent does meanwhile", () => {
  const first = { ...none, ...trackProgress(none, [seeing("a", "x")], at(1)) };
  const same = { ...first, ...trackProgress(first, [seeing("a", "y")], at(5)) };
  expect(same.stillSince).toEqual(at(1));
  expect(trackProgress(same, [seeing("b", "y")], at(9)).stillSince).toEqual(at(9));
});

it("goes by the picture's hash where there is one, and not by the name of one that is drawn on demand", () => {
  const [black, white] = ["0".repeat(64), "f".repeat(64)];
  const first = { ...none, ...trackProgress(none, [seeing("a", "x", black)], at(1)) };
  expect(trackProgress(first, [seeing("b", "x", black)], at(2)).stillSince).toEqual(at(1));
  expect(trackProgress(first, [seeing("b", "x", white)], at(2)).stillSince).toEqual(at(2));
  const drawn = { ...none, ...trackProgress(none, [seeing("a", "x", "ep_1.0")], at(1)) };
  expect(trackProgress(drawn, [seeing("a", "x", "ep_1.1")], at(2)).stillSince).toEqual(at(1));
});

it("writes nothing when no step came", () => {
  expect(trackProgress(none, [], at(1))).toEqual({});
});
