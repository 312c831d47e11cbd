import { type EnvironmentTemplate, newId } from "@deskrl/domain";
import type { GuestActionInput } from "@deskrl/protocol";
import type { Desktop, EnvironmentProvider } from "../types.ts";

/** What a backend gives the contract to be tested: a provider that nobody else uses, and a template it can build. */
export interface ContractSubject {
  provider: EnvironmentProvider;
  template: EnvironmentTemplate;
  /** An action that succeeds on a clean desktop. A short wait by default. */
  harmless?: HarmlessAction;
  /** Removes everything the provider holds. */
  dispose(): Promise<void>;
}

export interface ContractCapabilities {
  /** Commands are processes of a real system: they take time, can be ended, and have owners. */
  processes: boolean;
}

type HarmlessAction =
  | Omit<Extract<GuestActionInput, { kind: "wait" }>, "id">
  | Omit<Extract<GuestActionInput, { kind: "open_app" }>, "id">;

/** Shared by the parts of the contract; filled before the first test. */
export interface ContractContext {
  readonly provider: EnvironmentProvider;
  readonly template: EnvironmentTemplate;
  /** An action that succeeds on a clean desktop. */
  readonly harmless: HarmlessAction;
  readonly capabilities: ContractCapabilities;
  /** Adds a test unless the backend does not have what it is about. */
  testWith(capability: keyof ContractCapabilities, title: string, run: () => Promise<void>): void;
  /** A new environment, ready. */
  ensure(): Promise<Desktop>;
}

/** Runs a shell command that must succeed and returns what it printed. */
export async function shell(desktop: Desktop, command: string): Promise<string> {
  const result = await desktop.execute({ id: newId("action"), command });
  if (result.outcome !== "ok" || result.exitCode !== 0) {
    throw new Error(`${command} ended with ${result.exitCode} (${result.outcome}): ${result.stderr}`);
  }
  return result.stdout;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
