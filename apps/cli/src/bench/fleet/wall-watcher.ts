import { AppError } from "@deskrl/domain";
import {
  type ClientEvents,
  type ServerEvents,
  unpackWall,
  type WallChange,
  type WallRow,
} from "@deskrl/protocol";
import { io, type Socket } from "socket.io-client";

/** What a browser would have seen of the wall, with how late it came. */
export interface WallWatcher {
  /** Milliseconds from the change of a row to its arrival here, since the last call. */
  takeDelays(): number[];
  /** Messages and bytes of JSON since the last call. */
  takeTraffic(): { messages: number; bytes: number };
  size(): number;
  close(): void;
}

/** Watches the wall as a browser does. Delays hold where this clock is the server's, that is on one machine. */
export async function watchWall({ url, token }: { url: string; token: string }): Promise<WallWatcher> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, { auth: { token }, transports: ["websocket"] });
  const rows = new Map<string, WallRow>();
  let delays: number[] = [];
  let traffic = { messages: 0, bytes: 0 };
  /** When the row itself was written: its state, or the step that came. */
  const writtenAt = (row: WallRow) => Math.max(row.changedAtMs, row.episode?.lastStepAtMs ?? 0);
  const take = (change: WallChange, first: boolean) => {
    const now = Date.now();
    for (const row of unpackWall(change.columns)) {
      const before = rows.get(row.id);
      rows.set(row.id, row);
      const isNew = !before || writtenAt(before) < writtenAt(row);
      if (!first && isNew) delays.push(now - writtenAt(row));
    }
    for (const id of change.gone) rows.delete(id);
  };
  socket.on("wall:changed", (change) => {
    traffic.messages += 1;
    traffic.bytes += JSON.stringify(change).length;
    take(change, false);
  });
  const whole = await new Promise<WallChange | null>((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("wall:watch", { version: 1 }, resolve));
  });
  if (!whole) throw new AppError("internal", "The wall could not be read.", { where: "bench" });
  take(whole, true);
  return {
    takeDelays() {
      const taken = delays;
      delays = [];
      return taken;
    },
    takeTraffic() {
      const taken = traffic;
      traffic = { messages: 0, bytes: 0 };
      return taken;
    },
    size: () => rows.size,
    close: () => void socket.disconnect(),
  };
}
