const ACTS: Record<string, string> = {
  "run.create": "asked for it",
  "run.pause": "asked to pause it",
  "run.resume": "asked to resume it",
  "run.stop": "asked to stop it",
};

/** An act of the audit log in words; one without words of its own is shown as it is. */
export function humaniseAct(act: string): string {
  return ACTS[act] ?? act.replaceAll(/[.-]/g, " ");
}
