import type { EnvironmentProvider } from "@deskrl/desktops";
import { type EnvironmentTemplate, newId } from "@deskrl/domain";

/** Desktops that tests running side by side take turns on. */
export interface DesktopSlots {
  /** Runs `fn` with a desktop of its own, as soon as one is free. */
  use<T>(fn: (environmentId: string) => Promise<T>): Promise<T>;
}

/** Starts `count` desktops. */
export async function startSlots(
  provider: EnvironmentProvider,
  template: EnvironmentTemplate,
  count: number,
): Promise<DesktopSlots> {
  const free = Array.from({ length: count }, () => newId("environment"));
  const waiting: ((environmentId: string) => void)[] = [];
  await Promise.all(free.map((environmentId) => provider.ensure({ environmentId, template })));
  const take = () => {
    const environmentId = free.pop();
    return environmentId ?? new Promise<string>((resolve) => waiting.push(resolve));
  };
  const give = (environmentId: string) => {
    const next = waiting.shift();
    if (next) next(environmentId);
    else free.push(environmentId);
  };
  return {
    async use(fn) {
      const environmentId = await take();
      try {
        return await fn(environmentId);
      } finally {
        give(environmentId);
      }
    },
  };
}
