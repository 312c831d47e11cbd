import type { Size } from "@deskrl/domain";
import { GuestObservation } from "@deskrl/protocol";
import { z } from "zod";
import type { CallOptions, Desktop, WindowMatch } from "../types.ts";
import { GUEST_DEADLINES, type GuestDeadlines } from "./deadlines.ts";
import { act, execute } from "./guest-actions.ts";
import { createGuestFiles } from "./guest-files.ts";
import type { GuestHttp } from "./guest-http.ts";
import { openGuestRfb } from "./guest-rfb.ts";
import { takeScreenshot } from "./guest-screenshot.ts";
import { tidyRows } from "./tidy-rows.ts";

export interface GuestDesktopOptions {
  environmentId: string;
  generation: number;
  screen: Size;
  http: GuestHttp;
  /** Awaited before anything that may change the guest, so that its use is on record first. */
  onUse?: () => Promise<void>;
  /** Throws when this desktop may not be used any more: lost, or replaced by a clean one. */
  assertCurrent?: () => void;
  deadlines?: GuestDeadlines;
}

const Opened = z.object({ windowId: z.string(), title: z.string(), app: z.string().nullable() });
const Clipboard = z.object({ text: z.string() });
const Saved = z.object({ saved: z.array(z.string()) });

/** A `Desktop` over the guest server's HTTP contract. Backends differ only in how the guest came to be. */
export function createGuestDesktop(options: GuestDesktopOptions): Desktop {
  const { environmentId, generation, screen, http, deadlines = GUEST_DEADLINES } = options;

  const assertCurrent = () => options.assertCurrent?.();
  async function beforeUse(): Promise<void> {
    assertCurrent();
    await options.onUse?.();
  }
  async function windows(verb: "activate" | "close", match: WindowMatch, call: CallOptions): Promise<void> {
    await beforeUse();
    const json = { strict: false, byClass: false, ...match, timeoutMs: deadlines.windowsMs };
    const timeoutMs = deadlines.windowsMs + deadlines.graceMs;
    await http.send({ method: "POST", path: `/windows/${verb}`, json, timeoutMs, ...call });
  }

  return {
    environmentId,
    generation,
    screen,
    async screenshot(call = {}) {
      assertCurrent();
      return takeScreenshot(http, call, deadlines.screenshotMs);
    },
    async observe({ accessibility = true, signal } = {}) {
      assertCurrent();
      const query = { accessibility: accessibility ? 1 : 0 };
      const timeoutMs = deadlines.observeMs;
      const call = { method: "GET", path: "/observation", query, timeoutMs, signal } as const;
      const observation = await http.json(GuestObservation, call);
      return { ...observation, accessibility: tidyRows(observation.accessibility) };
    },
    async act(action, call = {}) {
      await beforeUse();
      return act(http, action, { ...call, deadlines });
    },
    async execute(command, call = {}) {
      await beforeUse();
      return execute(http, command, { ...call, deadlines });
    },
    async open(target, { timeoutMs = 30_000, signal } = {}) {
      await beforeUse();
      const json = { ...target, timeoutMs };
      const limit = timeoutMs + deadlines.graceMs;
      return http.json(Opened, { method: "POST", path: "/open", json, timeoutMs: limit, signal });
    },
    activateWindow: (match, call = {}) => windows("activate", match, call),
    closeWindow: (match, call = {}) => windows("close", match, call),
    async saveDocuments({ signal } = {}) {
      await beforeUse();
      const json = { timeoutMs: deadlines.documentsMs };
      const timeoutMs = deadlines.documentsMs + deadlines.graceMs;
      return (await http.json(Saved, { method: "POST", path: "/documents/save", json, timeoutMs, signal }))
        .saved;
    },
    files: createGuestFiles(http, { timeoutMs: deadlines.filesMs, onUse: beforeUse, onRead: assertCurrent }),
    clipboard: {
      async read({ signal } = {}) {
        assertCurrent();
        const timeoutMs = deadlines.clipboardMs;
        return (await http.json(Clipboard, { method: "GET", path: "/clipboard", timeoutMs, signal })).text;
      },
      async write(text, { signal } = {}) {
        await beforeUse();
        const timeoutMs = deadlines.clipboardMs;
        await http.send({ method: "PUT", path: "/clipboard", json: { text }, timeoutMs, signal });
      },
    },
    async rfb({ signal } = {}) {
      await beforeUse();
      return openGuestRfb(http.endpoint, { timeoutMs: deadlines.rfbMs, signal, subject: environmentId });
    },
  };
}
