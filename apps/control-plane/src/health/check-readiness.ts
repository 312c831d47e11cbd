/** What one look at a part came to. */
export interface HealthCheck {
  ok: boolean;
  /** Without it this process should get no traffic. */
  required: boolean;
  /** In words for a person, when it is not ok; or who leads, and so on. */
  detail: string | null;
  durationMs: number;
}

export interface Readiness {
  /** `degraded`: it serves, but something that is not required of it is missing. */
  status: "ready" | "degraded" | "unready";
  checks: Record<string, HealthCheck>;
}

export interface HealthProbe {
  required: boolean;
  /** @returns a detail worth telling, or null. @throws what is wrong */
  look: (signal: AbortSignal) => Promise<string | null>;
}

/** A part that has not answered by then counts as away: whoever asks has a deadline of its own. */
const PATIENCE_MS = 3_000;

/** Looks at every part at once. Never throws. */
export async function checkReadiness(
  probes: Readonly<Record<string, HealthProbe>>,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Readiness> {
  const entries = Object.entries(probes).map(
    async ([name, probe]) => [name, await look(probe, patienceMs)] as const,
  );
  const checks = Object.fromEntries(await Promise.all(entries));
  const failed = Object.values(checks).filter(({ ok }) => !ok);
  const unready = failed.some(({ required }) => required);
  return { status: unready ? "unready" : failed.length > 0 ? "degraded" : "ready", checks };
}

async function look({ required, look: ask }: HealthProbe, patienceMs: number): Promise<HealthCheck> {
  const startedAt = performance.now();
  const patience = AbortSignal.timeout(patienceMs);
  const silence = new Promise<never>((_, reject) => {
    patience.addEventListener("abort", () => reject(new Error(`no answer within ${patienceMs / 1_000} s`)));
  });
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const detail = await Promise.race([ask(patience), silence]);
    return { ok: true, required, detail, durationMs: durationMs() };
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { ok: false, required, detail, durationMs: durationMs() };
  }
}
