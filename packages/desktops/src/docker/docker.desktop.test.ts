import { createTestProvider } from "@deskrl/testing";
import { environmentProviderContract } from "../contract.ts";

environmentProviderContract("docker", () => createTestProvider({ warm: 1 }));
