/**
 * The guest server's HTTP contract, version 1. The Python server in `infra/images/desktop/guest` implements it.
 *
 * One port, every route behind `Authorization: Bearer <token>`; a refusal is 401 with a `GuestError` body.
 *
 * | route | in | out |
 * |---|---|---|
 * | GET /health | – | `GuestHealth`; 200 always when the server answers |
 * | GET /screenshot | query `format=png or jpeg`, `width` (scaled down, keeps aspect), `quality` | image bytes; headers `x-deskrl-screen: 1280x720` (native), `x-deskrl-image: WxH` |
 * | GET /observation | query `accessibility=0 or 1`, `max=300` | `GuestObservation` |
 * | POST /actions | `GuestAction` | `GuestActionResult` |
 * | POST /execute | `GuestExecute` | `GuestExecuteResult` |
 * | GET /files?path= | – | bytes; 404 when absent |
 * | PUT /files?path= | bytes | `{path, bytes}`; parents are made, owner is `user` |
 * | DELETE /files?path= | – | `{path}` |
 * | GET /files/list?path=&recursive=0 or 1 | – | `GuestFileList` |
 * | GET, PUT /clipboard | `{text}` | `{text}` |
 * | POST /open | `{path, timeoutMs}` or `{app, timeoutMs}` | `{windowId, title, app}` once the window shows; 504 after the deadline |
 * | POST /windows/activate, /windows/close | `{title, strict, byClass, timeoutMs}` | `{windowId}` once the state is reached |
 * | POST /documents/save | `{timeoutMs}` | `{saved: string[]}`: every changed open office document that has a file is saved and synced to disk |
 * | GET /rfb | `Upgrade: rfb` | 101, then the raw RFB stream of the X server (security type None) |
 *
 * Actions and executions carry an id and are carried out at most once: a repeated id answers the first result with
 * `replayed: true`, also while the first is still running (it waits for it).
 */
import { AccessibilityRow, ActionOutcome, Size, Window } from "@deskrl/domain";
import { z } from "zod";

export const GUEST_PROTOCOL_VERSION = 1;
/** Port of the guest server inside the container. */
export const GUEST_PORT = 7000;

export const GuestError = z.object({
  error: z.object({ code: z.string(), message: z.string(), fix: z.string().optional() }),
});
export type GuestError = z.infer<typeof GuestError>;

export const GuestHealth = z.object({
  version: z.number().int(),
  /** Painted and answering: all checks hold. */
  ready: z.boolean(),
  /** Name → passed, such as `display`, `windowManager`, `painted`, `input`, `office`, `accessibility`. */
  checks: z.record(z.string(), z.boolean()),
  screen: Size,
  zombies: z.number().int(),
  uptimeMs: z.number(),
});
export type GuestHealth = z.infer<typeof GuestHealth>;

export const GuestObservation = z.object({
  screen: Size,
  windows: z.array(Window),
  foregroundApp: z.string().nullable(),
  /** From the application's own API: sheets and cells, paragraphs, slides. Cut at 5,000 characters. */
  appInfo: z.string(),
  accessibility: z.array(AccessibilityRow),
  accessibilityTruncated: z.boolean(),
});
export type GuestObservation = z.infer<typeof GuestObservation>;

const point = { x: z.number().int().nonnegative(), y: z.number().int().nonnegative() };
const id = z.string().min(1);
const timeoutMs = z.number().int().positive().default(30_000);

/** What the guest can be told to do. Coordinates are native pixels. */
export const GuestAction = z.discriminatedUnion("kind", [
  z.object({
    id,
    timeoutMs,
    kind: z.literal("click"),
    ...point,
    button: z.enum(["left", "middle", "right"]).default("left"),
    clicks: z.number().int().min(1).max(3).default(1),
  }),
  z.object({ id, timeoutMs, kind: z.literal("move"), ...point }),
  z.object({
    id,
    timeoutMs,
    kind: z.literal("drag"),
    from: z.object(point),
    to: z.object(point),
  }),
  z.object({
    id,
    timeoutMs,
    kind: z.literal("scroll"),
    ...point,
    /** Wheel notches; negative is up or left. */
    deltaX: z.number().int().default(0),
    deltaY: z.number().int().default(0),
  }),
  z.object({
    id,
    timeoutMs,
    kind: z.literal("type"),
    text: z.string(),
    /** Select all in the focused field first. */
    overwrite: z.boolean().default(false),
    enter: z.boolean().default(false),
  }),
  /** Keys by X or pyautogui name, pressed together: `["ctrl", "s"]`. */
  z.object({ id, timeoutMs, kind: z.literal("hotkey"), keys: z.array(z.string().min(1)).min(1).max(6) }),
  z.object({ id, timeoutMs, kind: z.literal("open_app"), app: z.string().min(1) }),
  z.object({ id, timeoutMs, kind: z.literal("switch_window"), windowId: z.string().min(1) }),
  z.object({
    id,
    timeoutMs,
    kind: z.literal("wait"),
    ms: z.number().int().min(0).max(60_000).default(1_000),
  }),
  z.object({
    id,
    timeoutMs,
    kind: z.literal("tool"),
    tool: z.string().min(1),
    method: z.string().min(1),
    args: z.record(z.string(), z.json()),
  }),
]);
export type GuestAction = z.infer<typeof GuestAction>;
export type GuestActionInput = z.input<typeof GuestAction>;

export const GuestActionResult = z.object({
  id,
  outcome: ActionOutcome,
  /** What the application answered; cut at 2,000 characters. */
  output: z.string(),
  error: z.object({ code: z.string(), message: z.string(), fix: z.string().optional() }).nullable(),
  durationMs: z.number(),
  replayed: z.boolean(),
});
export type GuestActionResult = z.infer<typeof GuestActionResult>;

export const GuestExecute = z.object({
  id,
  timeoutMs,
  /** A list is executed as it is; a string goes to `bash -c`. Runs as `user` with the desktop's environment. */
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]),
  cwd: z.string().optional(),
  stdin: z.string().optional(),
  /** Start it and answer at once; its process lives on. */
  background: z.boolean().default(false),
});
export type GuestExecute = z.infer<typeof GuestExecute>;
export type GuestExecuteInput = z.input<typeof GuestExecute>;

export const GuestExecuteResult = z.object({
  id,
  outcome: ActionOutcome,
  /** Null when it was killed at its deadline or runs in the background. */
  exitCode: z.number().int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean(),
  durationMs: z.number(),
  replayed: z.boolean(),
});
export type GuestExecuteResult = z.infer<typeof GuestExecuteResult>;

export const GuestFileList = z.object({
  path: z.string(),
  entries: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["file", "directory", "link", "other"]),
      bytes: z.number().int(),
      modifiedMs: z.number(),
    }),
  ),
});
export type GuestFileList = z.infer<typeof GuestFileList>;

/** Applications `open_app` knows, by the names the paper's agent uses. */
export const APP_NAMES = [
  "libreoffice calc",
  "libreoffice writer",
  "libreoffice impress",
  "files",
  "terminal",
  "gedit",
  "chrome",
] as const;

/** Short names used as `foregroundApp` and for choosing tools. */
export const FOREGROUND_APPS = [
  "calc",
  "writer",
  "impress",
  "files",
  "terminal",
  "gedit",
  "chrome",
  "office",
] as const;
