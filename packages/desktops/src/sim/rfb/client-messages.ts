/** A message of a viewer after the handshake. */
export type ClientMessage =
  | { kind: "pixelFormat"; bytes: Buffer }
  | { kind: "encodings"; encodings: number[] }
  | { kind: "update"; incremental: boolean }
  | { kind: "key"; down: boolean; symbol: number }
  | { kind: "pointer"; buttons: number; x: number; y: number }
  | { kind: "cut"; text: string };

const MOST_CUT = 1_000_000;

/**
 * The first message in a viewer's bytes with its length, or null when more must come.
 * @throws Error for one that is unknown, since what follows cannot be told apart
 */
export function readClientMessage(bytes: Buffer): { message: ClientMessage; length: number } | null {
  const whole = (length: number) => bytes.length >= length;
  switch (bytes[0]) {
    case undefined:
      return null;
    case 0:
      return whole(20)
        ? { message: { kind: "pixelFormat", bytes: bytes.subarray(4, 20) }, length: 20 }
        : null;
    case 2: {
      if (!whole(4)) return null;
      const count = bytes.readUInt16BE(2);
      if (!whole(4 + count * 4)) return null;
      const encodings = Array.from({ length: count }, (_, index) => bytes.readInt32BE(4 + index * 4));
      return { message: { kind: "encodings", encodings }, length: 4 + count * 4 };
    }
    case 3:
      return whole(10) ? { message: { kind: "update", incremental: bytes[1] !== 0 }, length: 10 } : null;
    case 4:
      return whole(8)
        ? { message: { kind: "key", down: bytes[1] !== 0, symbol: bytes.readUInt32BE(4) }, length: 8 }
        : null;
    case 5: {
      if (!whole(6)) return null;
      return {
        message: {
          kind: "pointer",
          buttons: bytes[1] ?? 0,
          x: bytes.readUInt16BE(2),
          y: bytes.readUInt16BE(4),
        },
        length: 6,
      };
    }
    case 6: {
      if (!whole(8)) return null;
      const length = bytes.readUInt32BE(4);
      if (length > MOST_CUT) throw new Error(`a clipboard of ${length} bytes is too large`);
      return whole(8 + length)
        ? { message: { kind: "cut", text: bytes.toString("latin1", 8, 8 + length) }, length: 8 + length }
        : null;
    }
    default:
      throw new Error(`message type ${bytes[0]} is unknown`);
  }
}
