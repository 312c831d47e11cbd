import { expect, it } from "vitest";
import { parseRunForm } from "./run-spec.logic.ts";

const form = {
  name: "",
  suite: "office-basics",
  policy: "oracle",
  episodes: "40",
  desktops: "4",
  maxSteps: "30",
  seed: "0",
  tasks: "",
};

it("turns what was typed into a spec", () => {
  const { spec } = parseRunForm({ ...form, name: " first ", tasks: "calc, writer-3\nimpress" });
  expect(spec).toMatchObject({
    name: "first",
    suite: "office-basics",
    episodes: 40,
    tasks: ["calc", "writer-3", "impress"],
  });
});

it("says of each field what is wrong and what would be right", () => {
  const { errors } = parseRunForm({ ...form, suite: "", episodes: "0", desktops: "many", maxSteps: "2.5" });
  expect(errors).toEqual({
    suite: "Choose a suite",
    episodes: "Episodes must be between 1 and 1,000,000",
    desktops: "Desktops must be a whole number, such as 4",
    maxSteps: "Steps must be a whole number, such as 4",
  });
});

it("does not let a policy through that does not exist", () => {
  expect(parseRunForm({ ...form, policy: "magic" }).errors?.policy).toBeTruthy();
});
