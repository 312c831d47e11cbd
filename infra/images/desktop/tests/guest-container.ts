import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import {
  type GuestActionInput,
  GuestActionResult,
  type GuestExecuteInput,
  GuestExecuteResult,
  GuestHealth,
  GuestObservation,
} from "@deskrl/protocol";
import { afterAll, beforeAll, expect } from "vitest";

const run = promisify(execFile);
const IMAGE = "deskrl/desktop:latest";
export const CAPABILITIES = ["NET_ADMIN", "SETUID", "SETGID", "SETPCAP"];
/** Generous, since tests share the machine; a desktop that hangs is still told. */
const READY_MS = 150_000;
const DEADLINE_MS = 90_000;
const HEALTH_MS = 5_000;

/** Everything an action takes but its id and deadline, which the helper fills in. */
type WithoutId<T> = T extends unknown
  ? Omit<T, "id" | "timeoutMs"> & { id?: string; timeoutMs?: number }
  : never;

/** Runs a docker command and answers what it printed. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run("docker", args, { timeout: 120_000, maxBuffer: 16 << 20 });
  return `${stdout}${stderr}`.trim();
}

/** Arguments of `docker run` that start a desktop like the provider does. */
export function runArguments(
  token: string,
  options: { capabilities?: string[]; env?: string[] } = {},
): string[] {
  const { capabilities = CAPABILITIES, env = [] } = options;
  return [
    ...["--label", "deskrl.test=image", "--shm-size", "1g", "--cap-drop", "ALL"],
    ...capabilities.flatMap((name) => ["--cap-add", name]),
    ...["--security-opt", "no-new-privileges", "--publish", "127.0.0.1::7000"],
    ...[`DESKRL_GUEST_TOKEN=${token}`, ...env].flatMap((pair) => ["--env", pair]),
    IMAGE,
  ];
}

/** One container of the image, spoken to over plain HTTP: what the contract says, with no client between. */
export class GuestContainer {
  readonly token = randomBytes(16).toString("hex");
  id = "";
  port = 0;

  async start(): Promise<void> {
    this.id = await docker("run", "--detach", ...runArguments(this.token));
    await this.ready();
  }

  async ready(): Promise<GuestHealth> {
    this.port = Number((await docker("port", this.id, "7000/tcp")).split(":").at(-1));
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const health = await this.health().catch(() => null);
      if (health?.ready) return health;
      if (Date.now() > deadline) {
        throw new Error(
          `not ready: ${JSON.stringify(health)}\n${await docker("logs", "--tail", "30", this.id)}`,
        );
      }
      await sleep(200);
    }
  }

  async dispose(): Promise<void> {
    if (this.id) await docker("rm", "--force", "--volumes", this.id);
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}`, ...init.headers };
    return fetch(`http://127.0.0.1:${this.port}${path}`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...init,
      headers,
    });
  }

  /** Sends JSON and answers status and body. */
  async send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
    const response = await this.fetch(path, { method, body: text });
    return { status: response.status, body: await response.json() };
  }

  async health(): Promise<GuestHealth> {
    // A request that met the port before the guest listened would wait out the whole deadline.
    const response = await this.fetch("/health", { signal: AbortSignal.timeout(HEALTH_MS) });
    return GuestHealth.parse(await response.json());
  }

  async observe(accessibility = true): Promise<GuestObservation> {
    const path = `/observation?accessibility=${accessibility ? 1 : 0}&max=1000`;
    return GuestObservation.parse((await this.send("GET", path)).body);
  }

  async act(action: WithoutId<GuestActionInput>): Promise<GuestActionResult> {
    const body = { id: randomBytes(8).toString("hex"), timeoutMs: DEADLINE_MS, ...action };
    return GuestActionResult.parse((await this.send("POST", "/actions", body)).body);
  }

  /** An action that must succeed. */
  async do(action: WithoutId<GuestActionInput>): Promise<string> {
    const result = await this.act(action);
    expect(result, `${JSON.stringify(action)} → ${JSON.stringify(result.error)}`).toMatchObject({
      outcome: "ok",
    });
    return result.output;
  }

  async execute(
    command: string | string[],
    options: Partial<GuestExecuteInput> = {},
  ): Promise<GuestExecuteResult> {
    const body = { id: randomBytes(8).toString("hex"), timeoutMs: DEADLINE_MS, command, ...options };
    return GuestExecuteResult.parse((await this.send("POST", "/execute", body)).body);
  }

  async readText(path: string): Promise<string> {
    return (await this.fetch(`/files?path=${encodeURIComponent(path)}`)).text();
  }

  /** Asks until the answer satisfies, within the deadline; answers the last one. */
  async until<T>(ask: () => Promise<T>, satisfied: (value: T) => boolean): Promise<T> {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const value = await ask();
      if (satisfied(value) || Date.now() > deadline) return value;
      await sleep(150);
    }
  }
}

/** One container for all tests of a file. */
export function useGuest(): GuestContainer {
  const guest = new GuestContainer();
  beforeAll(() => guest.start(), READY_MS + 30_000);
  afterAll(() => guest.dispose());
  return guest;
}
