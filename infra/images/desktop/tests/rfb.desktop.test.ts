import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { useGuest } from "./guest-container.ts";

const guest = useGuest();

/** Reads exact numbers of bytes from a socket. */
class Reader {
  private buffered = Buffer.alloc(0);
  private wake: () => void = () => {};
  private ended = false;

  constructor(readonly socket: Socket) {
    socket.on("data", (chunk) => {
      this.buffered = Buffer.concat([this.buffered, chunk]);
      this.wake();
    });
    for (const event of ["end", "error", "close"]) {
      socket.on(event, () => {
        this.ended = true;
        this.wake();
      });
    }
  }

  async take(count: number): Promise<Buffer> {
    while (this.buffered.length < count) {
      if (this.ended) throw new Error(`the stream ended after ${this.buffered.length} of ${count} bytes`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const taken = this.buffered.subarray(0, count);
    this.buffered = this.buffered.subarray(count);
    return taken;
  }

  async head(): Promise<string> {
    let text = "";
    while (!text.endsWith("\r\n\r\n")) text += (await this.take(1)).toString("latin1");
    return text;
  }
}

/** Goes through the RFB handshake as a shared viewer and answers the screen's size and name. */
async function view(): Promise<{ reader: Reader; width: number; height: number; name: string }> {
  const reader = new Reader(connect(guest.port, "127.0.0.1"));
  reader.socket.write(
    `GET /rfb HTTP/1.1\r\nHost: d\r\nAuthorization: Bearer ${guest.token}\r\nConnection: Upgrade\r\nUpgrade: rfb\r\n\r\n`,
  );
  const head = await reader.head();
  expect(head).toMatch(/^HTTP\/1\.1 101 /);
  expect((await reader.take(12)).toString()).toBe("RFB 003.008\n");
  reader.socket.write("RFB 003.008\n");
  const types = await reader.take((await reader.take(1)).readUInt8());
  expect([...types]).toEqual([1]);
  reader.socket.write(Buffer.from([1]));
  expect((await reader.take(4)).readUInt32BE()).toBe(0);
  reader.socket.write(Buffer.from([0]));
  const init = await reader.take(24);
  const name = (await reader.take(init.readUInt32BE(20))).toString();
  return { reader, width: init.readUInt16BE(0), height: init.readUInt16BE(2), name };
}

/** Asks for the whole picture and answers the header of the first rectangle. */
async function firstRectangle(reader: Reader): Promise<{ width: number; height: number }> {
  reader.socket.write(Buffer.from([2, 0, 0, 1, 0, 0, 0, 0]));
  const request = Buffer.alloc(10);
  request.writeUInt8(3, 0);
  request.writeUInt16BE(1280, 6);
  request.writeUInt16BE(720, 8);
  reader.socket.write(request);
  expect((await reader.take(4)).readUInt8()).toBe(0);
  const rectangle = await reader.take(12);
  return { width: rectangle.readUInt16BE(4), height: rectangle.readUInt16BE(6) };
}

test("the upgrade gives a server of 1280x720 without a password, whose picture comes", async () => {
  const viewer = await view();
  expect(viewer).toMatchObject({ width: 1280, height: 720 });
  expect((await firstRectangle(viewer.reader)).width).toBeGreaterThan(0);
  viewer.reader.socket.destroy();
});

test("viewers share the desktop even when they ask not to, and one that leaves disturbs nobody", async () => {
  const [first, second, third] = await Promise.all([view(), view(), view()]);
  second.reader.socket.destroy();
  expect((await firstRectangle(first.reader)).width).toBeGreaterThan(0);
  expect((await firstRectangle(third.reader)).width).toBeGreaterThan(0);
  first.reader.socket.destroy();
  third.reader.socket.destroy();
});

test("a key a viewer held is released when the viewer is gone", async () => {
  const pressed = 'python3 -c "from Xlib.display import Display; print(sum(Display().query_keymap()))"';
  const { reader } = await view();
  // KeyEvent, down, Shift_L.
  reader.socket.write(Buffer.from([4, 1, 0, 0, 0, 0, 0xff, 0xe1]));
  const down = await guest.until(
    () => guest.execute(pressed),
    ({ stdout }) => stdout.trim() !== "0",
  );
  expect(down.stdout.trim()).not.toBe("0");
  reader.socket.destroy();
  const up = await guest.until(
    () => guest.execute(pressed),
    ({ stdout }) => stdout.trim() === "0",
  );
  expect(up.stdout.trim()).toBe("0");
});
