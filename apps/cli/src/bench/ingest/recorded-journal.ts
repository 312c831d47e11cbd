import { createHash } from "node:crypto";
import type { JournalEntry } from "@deskrl/core";
import { createSimDesktop } from "@deskrl/desktops/sim";
import { newId } from "@deskrl/domain";
import type { JournalRecord } from "@deskrl/protocol";
import { generateTasks, setUpOnSim } from "@deskrl/tasks/generator";

/** What agents see at the begin of tasks, pictures by their hash: windows, elements and documents of the usual size. */
export function sampleObservations(count: number) {
  return generateTasks({ seed: 1, split: "train", count }).map((task) => {
    const sim = createSimDesktop({ seed: 1 });
    setUpOnSim(task, sim);
    const screenshot = createHash("sha256").update(task.key).digest("hex");
    return { ...sim.observe(), screenshot, previousResult: "" };
  });
}

/** The journal of an episode as a worker delivers it: plain JSON, parsed. */
export function recordedJournal(
  episodeId: string,
  { steps, observations }: { steps: number; observations: ReturnType<typeof sampleObservations> },
): JournalEntry[] {
  const at = new Date();
  const records: JournalRecord[] = [
    { kind: "state", state: "resetting", at },
    { kind: "state", state: "acting", at },
  ];
  for (let index = 0; index < steps; index++) {
    const observation = observations[index % observations.length];
    if (!observation) break;
    const x = 10 + index;
    records.push({
      kind: "step",
      step: {
        ...{ episodeId, index, actionId: newId("action"), observation, startedAt: at },
        responseText: `<think>The button is there.</think>\n\`\`\`python\nAgent.click(coordinate=[${x}, 200])\n\`\`\``,
        thought: "The button is there.",
        code: `Agent.click(coordinate=[${x}, 200])`,
        call: { tool: "Agent", method: "click", args: { coordinate: [x, 200] } },
        ...{ formatOk: true, coordinateSpace: "native", points: [{ x, y: 200 }] },
        ...{ outcome: "ok", result: "", errorCode: null, reward: null, logProb: -0.7, entropy: 1.2 },
        timing: { observeMs: 10, policyMs: 1, executeMs: 20, recordMs: 2, totalMs: 33 },
      },
    });
  }
  records.push({ kind: "state", state: "judging", at });
  const result = { verdict: "succeeded", score: 1, cause: null, reason: "A1 is 7." } as const;
  records.push({ kind: "finished", result, finalScreenshot: null, at });
  const plain: unknown[] = JSON.parse(JSON.stringify(records));
  return plain.map((record, index) => ({ episodeId, epoch: 1, index, record }));
}
