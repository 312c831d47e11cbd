import { setTimeout as sleep } from "node:timers/promises";

/** Resolves once `holds` is true. The test's own limit ends the waiting, so that slowness is no failure. */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await sleep(20);
}
