import type { Duplex } from "node:stream";
import type { EnvironmentTemplate, Size } from "@deskrl/domain";
import type {
  GuestActionInput,
  GuestActionResult,
  GuestExecuteInput,
  GuestExecuteResult,
  GuestFileList,
  GuestObservation,
  ScreenRecordingInput,
} from "@deskrl/protocol";

/** Every verb takes a signal; every implementation also has a deadline of its own on each call it makes. */
export interface CallOptions {
  signal?: AbortSignal;
}

export interface Screenshot {
  bytes: Uint8Array;
  mediaType: "image/png" | "image/jpeg";
  /** Native size of the screen, the space that clicks are in. */
  screen: Size;
  /** Size of this picture; smaller than the screen for thumbnails. */
  image: Size;
}

/** Files of the guest. Paths are absolute. */
export interface DesktopFiles {
  /** @throws AppError `not_found` when there is no such file */
  read(path: string, options?: CallOptions): Promise<Uint8Array>;
  write(path: string, bytes: Uint8Array, options?: CallOptions): Promise<void>;
  remove(path: string, options?: CallOptions): Promise<void>;
  list(path: string, options?: CallOptions & { recursive?: boolean }): Promise<GuestFileList["entries"]>;
}

/**
 * Keeps what is done to a desktop, so that its screen can be drawn later, by whoever looks, instead of at every picture.
 */
export interface ScreenRecorder {
  /**
   * All that was done since what was kept last, with the state that it led to; nothing is forgotten by asking. Null
   * when it is too much to be kept: from then on this desktop's pictures have to be taken.
   */
  pending(): ScreenRecordingInput | null;
  /** Forgets what this recording holds: it is on disk. */
  kept(recording: ScreenRecordingInput): void;
}

/** A desktop that is ready: painted and answering input. All failures are `AppError`s with a typed code. */
export interface Desktop {
  readonly environmentId: string;
  readonly generation: number;
  readonly screen: Size;
  /** Only where the screen follows from what was done to the desktop, as on a simulated one. */
  readonly recorder?: ScreenRecorder;
  screenshot(
    options?: CallOptions & { format?: "png" | "jpeg"; width?: number; quality?: number },
  ): Promise<Screenshot>;
  /** Windows, foreground application, its document, accessibility rows: one round trip. */
  observe(options?: CallOptions & { accessibility?: boolean }): Promise<GuestObservation>;
  /** Carries out an action at most once (its id decides). An application's error is an outcome, not an exception. */
  act(action: GuestActionInput, options?: CallOptions): Promise<GuestActionResult>;
  execute(command: GuestExecuteInput, options?: CallOptions): Promise<GuestExecuteResult>;
  /** Opens a file or an application and resolves once its window shows. */
  open(
    target: { path: string } | { app: string },
    options?: CallOptions & { timeoutMs?: number },
  ): Promise<{ windowId: string; title: string; app: string | null }>;
  activateWindow(match: WindowMatch, options?: CallOptions): Promise<void>;
  closeWindow(match: WindowMatch, options?: CallOptions): Promise<void>;
  /** Saves every changed office document that has a file, and syncs the disk. */
  saveDocuments(options?: CallOptions): Promise<string[]>;
  readonly files: DesktopFiles;
  readonly clipboard: {
    read(options?: CallOptions): Promise<string>;
    write(text: string, options?: CallOptions): Promise<void>;
  };
  /** A raw RFB stream, one of any number; no authentication is asked on it. */
  rfb(options?: CallOptions): Promise<Duplex>;
}

export interface WindowMatch {
  /** Title, or a part of it unless `strict`. */
  title: string;
  strict?: boolean;
  byClass?: boolean;
}

export interface EnvironmentSpec {
  environmentId: string;
  template: EnvironmentTemplate;
}

/** What a provider says of one environment it holds. */
export interface ProvidedEnvironment {
  environmentId: string;
  generation: number;
  state: "starting" | "ready" | "resetting" | "failed" | "stopped";
  /** True once something was done to it since its last reset. */
  used: boolean;
  reason: string | null;
  /** AppError code when failed. */
  cause: string | null;
}

/** Something happened to an environment without being asked for: a container died, a warm one became ready. */
export type ProviderEvent = { kind: "changed"; environment: ProvidedEnvironment };

/** What the provider needs and whether it has it. */
export interface ProviderReadiness {
  ready: boolean;
  version: string | null;
  /** Names of the images that are there, the newest first; absent where there are none to be, or where nobody can tell. */
  images?: string[];
  problem: { code: string; message: string; fix: string } | null;
}

/**
 * Makes, cleans and removes desktops. Implementations: `docker` (here), later `vm`, `sim`, `kubernetes`.
 * All verbs are idempotent. Backend types never escape.
 */
export interface EnvironmentProvider {
  readonly name: "docker" | "vm" | "sim" | "kubernetes";
  /** Whether the engine answers and the image is there; never throws for a missing engine. */
  check(options?: CallOptions): Promise<ProviderReadiness>;
  /** Takes back what an earlier life of this owner left: adopts clean desktops, removes the rest. Call once, first. */
  reconcile(
    options?: CallOptions & { keep: readonly string[] },
  ): Promise<{ adopted: string[]; removed: string[] }>;
  /** Resolves with a ready desktop. The same id again gives the same desktop. */
  ensure(spec: EnvironmentSpec, options?: CallOptions): Promise<Desktop>;
  /** The desktop of an ensured environment. @throws AppError `not_found` */
  get(environmentId: string): Desktop;
  /**
   * Gives the environment a clean desktop: nothing of the last one is left (files, clipboard, processes, settings).
   * No work when it was not used since the last reset. The returned desktop has the next generation.
   */
  reset(environmentId: string, options?: CallOptions): Promise<Desktop>;
  /** Legal in every state; resolves when nothing of it is left. */
  destroy(environmentId: string, options?: CallOptions): Promise<void>;
  /** Everything that carries this owner's label. */
  list(options?: CallOptions): Promise<ProvidedEnvironment[]>;
  /** Unasked changes, until the signal aborts. */
  watch(signal: AbortSignal): AsyncIterable<ProviderEvent>;
  /** Stops background work; `destroyAll` also removes every desktop of this owner. */
  close(options?: { destroyAll?: boolean }): Promise<void>;
}
