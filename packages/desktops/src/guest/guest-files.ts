import { GuestFileList } from "@deskrl/protocol";
import type { DesktopFiles } from "../types.ts";
import type { GuestHttp } from "./guest-http.ts";

/**
 * Files of a guest.
 * @param onUse awaited before a file is changed
 */
export function createGuestFiles(
  http: GuestHttp,
  { timeoutMs, onUse, onRead }: { timeoutMs: number; onUse: () => Promise<void>; onRead: () => void },
): DesktopFiles {
  return {
    async read(path, options = {}) {
      onRead();
      const request = { method: "GET", path: "/files", query: { path }, timeoutMs, ...options } as const;
      return (await http.send(request)).bytes;
    },
    async write(path, bytes, options = {}) {
      await onUse();
      await http.send({ method: "PUT", path: "/files", query: { path }, bytes, timeoutMs, ...options });
    },
    async remove(path, options = {}) {
      await onUse();
      await http.send({ method: "DELETE", path: "/files", query: { path }, timeoutMs, ...options });
    },
    async list(path, { recursive = false, ...options } = {}) {
      onRead();
      const query = { path, recursive: recursive ? 1 : 0 };
      const request = { method: "GET", path: "/files/list", query, timeoutMs, ...options } as const;
      return (await http.json(GuestFileList, request)).entries;
    },
  };
}
