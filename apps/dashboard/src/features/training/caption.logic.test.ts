import { expect, test } from "vitest";
import { captionOf } from "./caption.logic.ts";

const run = { id: "run_1", name: "mine", kind: "training" } as const;

test("a picture says which run it is of, which stretch, how it was smoothed, and that it is a simulation", () => {
  expect(captionOf({ runs: [run], zoomed: true }, { x: "step", smooth: 5 }, [10, 60])).toEqual([
    "mine (run_1)",
    "step 10 to 60, zoomed \u00b7 moving average over 5 steps, as logged behind it \u00b7 simulated desktop, small policy",
  ]);
  const other = { id: "run_2", name: "theirs", kind: "external" } as const;
  expect(captionOf({ runs: [other], zoomed: false }, { x: "time", smooth: 0 }, [0, 90_000])).toEqual([
    "theirs (run_2)",
    "time since start 0:00 to 1:30 \u00b7 as logged",
  ]);
});
