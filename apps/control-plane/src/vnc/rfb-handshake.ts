import { AppError } from "@deskrl/domain";
import type { ByteReader } from "../lib/byte-reader.ts";

const VERSION = "RFB 003.008\n";
const SECURITY_NONE = 1;

export type SendBytes = (bytes: Uint8Array) => Promise<void>;

/**
 * Greets a desktop as its client: version 3.8, no authentication, shared. The next bytes are its ServerInit.
 * @throws AppError `guest_error` that says what the desktop answered instead
 */
export async function greetDesktop(reader: ByteReader, send: SendBytes): Promise<void> {
  const version = (await reader.read(12)).toString("latin1");
  if (version !== VERSION) throw unexpected(`it speaks ${JSON.stringify(version)}, not RFB 3.8`);
  await send(Buffer.from(VERSION, "latin1"));
  const count = (await reader.read(1)).readUInt8(0);
  if (count === 0) throw unexpected(`it refused: ${await readReason(reader)}`);
  const types = await reader.read(count);
  if (!types.includes(SECURITY_NONE)) throw unexpected("it asks for a password");
  await send(Buffer.of(SECURITY_NONE));
  const result = (await reader.read(4)).readUInt32BE(0);
  if (result !== 0) throw unexpected(`it refused: ${await readReason(reader)}`);
  await send(Buffer.of(1));
}

/**
 * Greets a viewer as its server. Afterwards it waits for a ServerInit.
 * @throws AppError `invalid_input` for a viewer that does not speak RFB 3.8
 */
export async function greetViewer(reader: ByteReader, send: SendBytes): Promise<void> {
  await send(Buffer.from(VERSION, "latin1"));
  const version = (await reader.read(12)).toString("latin1");
  if (version !== VERSION) throw foreignViewer(`version ${JSON.stringify(version)}`);
  await send(Buffer.of(1, SECURITY_NONE));
  const type = (await reader.read(1)).readUInt8(0);
  if (type !== SECURITY_NONE) throw foreignViewer(`security type ${type}`);
  await send(Buffer.alloc(4));
  await reader.read(1);
}

async function readReason(reader: ByteReader): Promise<string> {
  const length = (await reader.read(4)).readUInt32BE(0);
  return (await reader.read(Math.min(length, 1_000))).toString("utf8");
}

function unexpected(what: string): AppError {
  return new AppError("guest_error", `The desktop's screen server cannot be viewed: ${what}.`, {
    where: "desktop",
    fix: "Recycle the desktop.",
  });
}

function foreignViewer(what: string): AppError {
  return new AppError("invalid_input", `The viewer speaks ${what}; RFB 3.8 without a password is needed.`, {
    where: "VNC gateway",
    fix: "Use the dashboard's viewer.",
  });
}
