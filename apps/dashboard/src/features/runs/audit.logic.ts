const ACTS: Record<string, string> = {
  "run.create": "asked for it",
  "run.pause": "asked to pause it",
  "run.resume": "asked to resume it",
  "run.stop": "asked to stop it",
  "run.place": "changed its priority or workers",
  "training.create": "asked for it",
  "training.entropulse": "launched Entropulse",
  "training.rl": "started RL again",
  "training.plan": "changed the plan",
  "phase.run": "asked the phase to go on",
  "phase.resume": "asked to resume",
  "phase.pause": "asked to pause",
  "phase.finish": "asked to end early",
  "phase.stop": "asked to stop",
};

/** An act of the audit log in words; one without words of its own is shown as it is. */
export function humaniseAct(act: string): string {
  return ACTS[act] ?? act.replaceAll(/[.-]/g, " ");
}
