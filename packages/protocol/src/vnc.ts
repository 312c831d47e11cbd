/**
 * Close codes of the live view (`/vnc`). The reason is a sentence that begins with the name of the hop that failed, such
 * as `desktop: the stream ended`, so that a viewer can say where the fault is.
 */
export const VNC_CLOSE_CODES = {
  /** The control plane ends or could not go on. */
  gateway: 4000,
  /** The worker that holds the desktop is not connected or did not open the stream. */
  worker: 4001,
  /** The desktop refused or ended the stream. */
  desktop: 4002,
  /** The viewer broke the protocol. */
  viewer: 4003,
} as const;
export type VncHop = keyof typeof VNC_CLOSE_CODES;
