import { newId } from "@deskrl/domain";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { ContractCapabilities, ContractContext, ContractSubject } from "./contract/context.ts";
import { desktopContract } from "./contract/desktop.ts";
import { lifecycleContract } from "./contract/lifecycle.ts";
import { resetContract } from "./contract/reset.ts";

export type { ContractSubject } from "./contract/context.ts";

/**
 * The tests that every `EnvironmentProvider` passes. Call it in a test file of the backend.
 * @param capabilities what some backends do not have by their nature; everything by default
 */
export function environmentProviderContract(
  name: string,
  create: () => Promise<ContractSubject>,
  capabilities: ContractCapabilities = { processes: true },
): void {
  describe(`${name} provider`, () => {
    let subject: ContractSubject | null = null;
    const ready = () => {
      if (!subject) throw new Error("the provider exists only inside tests");
      return subject;
    };
    const context: ContractContext = {
      get provider() {
        return ready().provider;
      },
      get template() {
        return ready().template;
      },
      get harmless() {
        return ready().harmless ?? { kind: "wait", ms: 200 };
      },
      capabilities,
      testWith(capability, title, run) {
        if (capabilities[capability]) test(title, run);
      },
      ensure: () =>
        ready().provider.ensure({ environmentId: newId("environment"), template: ready().template }),
    };
    beforeAll(async () => {
      subject = await create();
    });
    afterAll(async () => {
      await subject?.dispose();
    });
    lifecycleContract(context);
    desktopContract(context);
    resetContract(context);
  });
}
