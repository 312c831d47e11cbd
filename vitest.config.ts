import { defineConfig } from "vitest/config";

const tiers = {
  /** No service, no container: pure code. */
  unit: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/*.{db,process,desktop,deploy,browser}.test.{ts,tsx}"],
    // Only to end one that hangs: the machine of the tests is shared, and a turn may be long in coming.
    timeout: 30_000,
  },
  /** Real PostgreSQL, and real processes that are started, killed and restored. */
  integration: { include: ["**/*.{db,process}.test.ts"], exclude: [], timeout: 60_000 },
  /** Real desktops in containers. */
  desktop: { include: ["**/*.desktop.test.ts"], exclude: [], timeout: 180_000 },
  /** The product's images, brought up as a deployment does. */
  deploy: { include: ["**/*.deploy.test.ts"], exclude: [], timeout: 240_000 },
  /** The whole system, seen through a real browser. */
  browser: { include: ["**/*.browser.test.ts"], exclude: [], timeout: 240_000 },
};

export default defineConfig({
  test: {
    projects: Object.entries(tiers).map(([name, tier]) => ({
      test: {
        name,
        include: tier.include,
        exclude: ["**/node_modules/**", "**/.next/**", ...tier.exclude],
        testTimeout: tier.timeout,
        hookTimeout: tier.timeout,
        environment: "node",
        /** Containers and browsers share two cores with everything else: few files at a time. */
        maxWorkers: name === "browser" ? 1 : 2,
      },
    })),
  },
});
