import { EnvironmentTemplate } from "@deskrl/domain";
import { environmentProviderContract } from "../contract.ts";
import { createSimProvider } from "./index.ts";

environmentProviderContract(
  "sim",
  async () => {
    const provider = createSimProvider({ ownerId: "contract" });
    return {
      provider,
      template: EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none" }),
      harmless: { kind: "open_app", app: "files" },
      dispose: () => provider.close({ destroyAll: true }),
    };
  },
  { processes: false },
);
