import type { CoreContext } from "@deskrl/core";
import type { Actor, PhaseKind, PhaseSettings } from "@deskrl/domain";

/** One-off requests to a desktop, carried out by the worker that holds it. */
export interface EnvironmentCommands {
  /**
   * Text of the desktop's clipboard.
   * @throws AppError `not_found`, `worker_unavailable`, `guest_timeout`
   */
  readClipboard(options: { environmentId: string }): Promise<{ text: string }>;
  /** Sets the desktop's clipboard. Same errors; `conflict` when the actor does not hold control. */
  writeClipboard(options: { actor: Actor; environmentId: string; text: string }): Promise<void>;
}

/** Single-use tickets that open a live view of one desktop. */
export interface ViewTickets {
  /**
   * @param control let input through while the actor holds control of the desktop
   * @throws AppError `not_found`; `forbidden` when a viewer asks for control; `worker_unavailable`
   */
  issue(options: {
    actor: Actor;
    environmentId: string;
    control: boolean;
  }): Promise<{ path: string; expiresAt: Date }>;
}

/** The session cookie of the response that is being written. */
export interface SessionCookie {
  /** The token the request came with, or null. */
  readonly token: string | null;
  set(token: string, expiresAt: Date): void;
  clear(): void;
}

/** A setting of a phase, with its default and where that comes from. */
export interface SettingSpec {
  name: string;
  label: string;
  default: number | string | boolean;
  /** Of numbers. */
  min?: number;
  max?: number;
  integer?: boolean;
  /** Of strings. */
  choices?: readonly string[];
  origin: "paper" | "public config" | "ours";
  note: string;
}

/** What the trainer that workers run can be told. */
export interface TrainingCatalog {
  settings: Readonly<Record<PhaseKind, readonly SettingSpec[]>>;
  /** @throws AppError `invalid_input` that names the setting, what was received and what is allowed */
  check(kind: PhaseKind, settings: PhaseSettings): void;
}

/** How workers on other machines get in. */
export interface WorkerDoor {
  /** Addresses to try, the likeliest first. */
  addresses: readonly string[];
  /** SHA-256 of the certificate in hexadecimal digits; null without TLS. */
  fingerprint: string | null;
  /** The port is bound to this machine alone: others cannot reach it. */
  thisMachineOnly: boolean;
}

/** How a loop of the server does. */
export interface LoopHealth {
  name: string;
  /** Done by the leading control plane only. */
  leaderOnly: boolean;
  /**
   * `standby`: another control plane leads and does it. `stuck`: a turn has taken, or none has come for, so long that
   * something is wrong. `failing`: the latest turn failed.
   */
  state: "working" | "waiting" | "failing" | "stuck" | "standby";
  intervalMs: number;
  /** When the latest turn began, and when one last ended well. */
  lastTurnAt: Date | null;
  lastSuccessAt: Date | null;
  durationMs: number | null;
  /** What the latest failure said; null once a turn has ended well since. */
  lastError: string | null;
}

/** What the server does by itself, and which of several servers does it. */
export interface Housekeeping {
  /** Name of the control plane that answers. */
  instance: string;
  /** Name of the one that leads; null when none is known to. */
  leader: string | null;
  /** Why nothing new is begun now; null while there is room. */
  problem: { code: string; message: string; fix: string } | null;
  loops: LoopHealth[];
}

export interface ApiLog {
  error(fields: Record<string, unknown>, message: string): void;
}

/** What a procedure may use. Built per request by the control plane. */
export interface ApiContext {
  core: CoreContext;
  /** Null when nobody is signed in. */
  actor: Actor | null;
  session: SessionCookie;
  commands: EnvironmentCommands;
  tickets: ViewTickets;
  training: TrainingCatalog;
  door: WorkerDoor;
  housekeeping: () => Housekeeping;
  /** @throws AppError `disk_full` while nothing new may begin, since there is no room to record it */
  assertRoom: () => void;
  /** Told of each procedure that was carried out. */
  observe: (call: { path: string; ok: boolean; ms: number }) => void;
  log: ApiLog;
  /** Names this request in the log and in hidden errors. */
  requestId: string;
  /** Version of the running control plane. */
  version: string;
}
