import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Desktop, EnvironmentProvider } from "@deskrl/desktops";
import { createDockerProvider, type DockerProviderOptions, removeAbandoned } from "@deskrl/desktops/docker";
import { EnvironmentTemplate, newId } from "@deskrl/domain";
import { afterAll, beforeAll } from "vitest";

/** Owners of tests start like this, so that what a killed test run left behind can be told and removed. */
const OWNER_PREFIX = "test-";

export const DESKTOP_TEMPLATE = EnvironmentTemplate.parse({
  name: "desktop",
  provider: "docker",
  image: "deskrl/desktop:latest",
});

export type DesktopTestOptions = Partial<Omit<DockerProviderOptions, "template">> & {
  template?: Partial<EnvironmentTemplate>;
};

/** A docker provider with an owner of its own; everything of it is gone when `dispose` resolves. */
export async function createTestProvider(
  options: DesktopTestOptions = {},
): Promise<{ provider: EnvironmentProvider; template: EnvironmentTemplate; dispose: () => Promise<void> }> {
  await removeAbandoned({ ownerPrefix: OWNER_PREFIX });
  const stateDir = options.stateDir ?? (await mkdtemp(join(tmpdir(), "deskrl-test-")));
  const template = EnvironmentTemplate.parse({ ...DESKTOP_TEMPLATE, ...options.template });
  const ownerId = `${OWNER_PREFIX}${randomBytes(5).toString("hex")}`;
  const provider = createDockerProvider({ ownerId, warm: 0, ...options, stateDir, template });
  const dispose = async () => {
    await provider.close({ destroyAll: true });
    if (!options.stateDir) await rm(stateDir, { recursive: true, force: true });
  };
  try {
    await provider.reconcile({ keep: [] });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { provider, template, dispose };
}

/** Runs `fn` with a docker provider of its own; its desktops are removed whatever happens. */
export async function withProvider<T>(
  fn: (provider: EnvironmentProvider, template: EnvironmentTemplate) => Promise<T>,
  options: DesktopTestOptions = {},
): Promise<T> {
  const { provider, template, dispose } = await createTestProvider(options);
  try {
    return await fn(provider, template);
  } finally {
    await dispose();
  }
}

/** Runs `fn` with one real desktop that is ready; it is removed whatever happens. */
export function withDesktop<T>(
  fn: (desktop: Desktop, provider: EnvironmentProvider) => Promise<T>,
  options: DesktopTestOptions = {},
): Promise<T> {
  return withProvider(async (provider, template) => {
    const desktop = await provider.ensure({ environmentId: newId("environment"), template });
    return fn(desktop, provider);
  }, options);
}

/**
 * One desktop for all tests of a file, started before the first and removed after the last.
 * `reset` gives it a clean one in between; with `warm: 1` that takes no longer than the last test did.
 */
export function useDesktop(options: DesktopTestOptions = {}): {
  readonly desktop: Desktop;
  readonly provider: EnvironmentProvider;
  reset(): Promise<Desktop>;
} {
  const environmentId = newId("environment");
  let context: Awaited<ReturnType<typeof createTestProvider>> | null = null;
  const provider = () => {
    if (!context) throw new Error("the desktop exists only inside tests and hooks of this file");
    return context.provider;
  };
  beforeAll(async () => {
    context = await createTestProvider(options);
    await context.provider.ensure({ environmentId, template: context.template });
  });
  afterAll(async () => {
    await context?.dispose();
  });
  return {
    get desktop() {
      return provider().get(environmentId);
    },
    get provider() {
      return provider();
    },
    reset: () => provider().reset(environmentId),
  };
}
