import type { Desktop } from "@deskrl/desktops";
import type { Log } from "../lib/log.ts";

export interface ThumbnailWatch {
  environmentIds: readonly string[];
  /** Pixels; the height follows. */
  width: number;
  intervalMs: number;
}

export interface ThumbnailSenderOptions {
  desktopOf: (environmentId: string) => Desktop;
  send: (thumbnail: { environmentId: string; capturedAtMs: bigint; jpeg: Uint8Array }) => Promise<unknown>;
  log: Log;
  clock?: () => Date;
}

/** A tile moves once a second at most, whoever asks for more. */
const MIN_INTERVAL_MS = 1_000;
const TIMEOUT_MS = 5_000;
const QUALITY = 60;
const DEFAULT_WIDTH = 320;

/** Makes small pictures of the desktops that someone sees, and of no others. */
export class ThumbnailSender {
  readonly #options: ThumbnailSenderOptions;
  readonly #busy = new Set<string>();
  #watch: ThumbnailWatch = { environmentIds: [], width: DEFAULT_WIDTH, intervalMs: MIN_INTERVAL_MS };
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ThumbnailSenderOptions) {
    this.#options = options;
  }

  /** The whole set, each time it changes. */
  watch(watch: ThumbnailWatch): void {
    this.#watch = { ...watch, width: watch.width || DEFAULT_WIDTH };
    clearInterval(this.#timer);
    if (watch.environmentIds.length === 0) return;
    this.#timer = setInterval(() => this.#tick(), Math.max(MIN_INTERVAL_MS, watch.intervalMs));
    this.#tick();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** One that is still being made is not asked for again, so a slow desktop gets fewer pictures, not more work. */
  #tick(): void {
    for (const environmentId of this.#watch.environmentIds) {
      if (this.#busy.has(environmentId)) continue;
      this.#busy.add(environmentId);
      void this.#sendOne(environmentId).finally(() => this.#busy.delete(environmentId));
    }
  }

  async #sendOne(environmentId: string): Promise<void> {
    const { desktopOf, send, log, clock = () => new Date() } = this.#options;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const { width } = this.#watch;
      const desktop = desktopOf(environmentId);
      const picture = await desktop.screenshot({ format: "jpeg", width, quality: QUALITY, signal });
      await send({ environmentId, capturedAtMs: BigInt(clock().getTime()), jpeg: picture.bytes });
    } catch (error) {
      log.debug({ environmentId, err: error }, "no thumbnail");
    }
  }
}
