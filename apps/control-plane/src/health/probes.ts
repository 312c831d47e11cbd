import type { CoreContext } from "@deskrl/core";
import type { HealthProbe } from "./check-readiness.ts";

export interface ProbeOptions {
  core: CoreContext;
  /** Names of migrations that this version has and the database lacks. */
  missingMigrations: () => Promise<string[]>;
  /** Name of the control plane that leads, this one included; null when none is known. */
  leader: () => string | null;
  dashboardUrl: string | null;
}

/**
 * The parts that readiness looks at. No leader and no dashboard do not make a control plane unready: it still answers
 * the API and stores what workers send, and taking every one out of service would make it worse.
 */
export function createProbes(options: ProbeOptions): Record<string, HealthProbe> {
  const { core, missingMigrations, leader, dashboardUrl } = options;
  return {
    database: {
      required: true,
      async look() {
        await core.db.ping();
        return null;
      },
    },
    migrations: {
      required: true,
      async look() {
        const missing = await missingMigrations();
        if (missing.length > 0) throw new Error(`the database lacks ${missing.join(", ")}`);
        return null;
      },
    },
    leader: {
      required: false,
      async look() {
        const name = leader();
        if (name === null)
          throw new Error("no control plane leads: nothing is assigned and no lease is ended");
        return name;
      },
    },
    dashboard: {
      required: false,
      async look(signal) {
        if (dashboardUrl === null) return "not attached";
        const response = await fetch(`${dashboardUrl}/login`, { signal, redirect: "manual" });
        await response.body?.cancel();
        if (response.status >= 500) throw new Error(`its server answers ${response.status}`);
        return null;
      },
    },
  };
}
