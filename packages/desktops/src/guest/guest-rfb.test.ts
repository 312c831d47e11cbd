import { once } from "node:events";
import { expect, test } from "vitest";
import { openGuestRfb } from "./guest-rfb.ts";
import { answer, withScriptedGuest } from "./scripted-guest.ts";

const call = { timeoutMs: 500, signal: undefined, subject: "env_test" };

test("the first bytes of the stream are not lost when they come with the upgrade answer", async () => {
  const greeting = await withScriptedGuest(
    () => {},
    async (http) => {
      const stream = await openGuestRfb(http.endpoint, call);
      const [bytes] = await once(stream, "data");
      stream.destroy();
      return String(bytes);
    },
    (_request, socket) => {
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: rfb\r\nConnection: Upgrade\r\n\r\nRFB 003.008\n",
      );
    },
  );
  expect(greeting).toBe("RFB 003.008\n");
});

test("a refused upgrade is a typed error with the guest's words", async () => {
  const opening = withScriptedGuest(
    (_request, response) =>
      answer(response, { error: { code: "vnc_down", message: "the VNC server is away" } }, 503),
    (http) => openGuestRfb(http.endpoint, call),
  );
  await expect(opening).rejects.toMatchObject({ code: "guest_error", message: "the VNC server is away" });
});

test("an upgrade that is never answered ends at its deadline", async () => {
  const opening = withScriptedGuest(
    () => {},
    (http) => openGuestRfb(http.endpoint, { ...call, timeoutMs: 50 }),
    () => {},
  );
  await expect(opening).rejects.toMatchObject({ code: "guest_timeout" });
});
