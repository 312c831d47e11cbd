import { once } from "node:events";
import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, newId } from "@deskrl/domain";

/** What a screen server sent to one viewer. */
export interface RecordedStream {
  /** The size and name of the screen. */
  serverInit: Buffer;
  /** Whole framebuffer updates, one after the other. */
  updates: Buffer;
}

const BYTES = 24 * 1024 * 1024;
/** Version, no password, shared. */
const GREETING = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.of(1), Buffer.of(1)]);
const WHOLE_SCREEN = Buffer.from([3, 0, 0, 0, 0, 0, 5, 0, 2, 208]);

/** Records a viewer's stream of a simulated desktop on which something is done between two pictures. */
export async function recordStream(): Promise<RecordedStream> {
  const provider = createSimProvider({ ownerId: newId("worker") });
  const template = EnvironmentTemplate.parse({ name: "office", provider: "sim", image: "simulated" });
  const desktop = await provider.ensure({ environmentId: newId("environment"), template });
  const rfb = await desktop.rfb();
  const parts: Buffer[] = [];
  let size = 0;
  rfb.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
  });
  rfb.write(GREETING);
  const apps = ["calc", "writer", "files"];
  for (let turn = 0; size < BYTES; turn += 1) {
    await desktop.open({ app: apps[turn % apps.length] ?? "calc" }).catch(() => {});
    rfb.write(WHOLE_SCREEN);
    await Promise.race([once(rfb, "data"), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  }
  rfb.destroy();
  await provider.close({ destroyAll: true });
  const all = Buffer.concat(parts);
  // Version, one security type, its result; then the screen's size, its format, and a name with its length.
  const start = 12 + 2 + 4;
  const end = start + 24 + all.readUInt32BE(start + 20);
  return { serverInit: all.subarray(start, end), updates: all.subarray(end) };
}
