import type { Size } from "@deskrl/domain";
import type { CallOptions, Screenshot } from "../types.ts";
import { malformedAnswer } from "./guest-errors.ts";
import type { GuestHttp } from "./guest-http.ts";

export type ScreenshotOptions = CallOptions & { format?: "png" | "jpeg"; width?: number; quality?: number };

/** A picture of the screen with both sizes, so that a point on the picture can be brought to the screen's space. */
export async function takeScreenshot(
  http: GuestHttp,
  { format = "png", width, quality, signal }: ScreenshotOptions,
  timeoutMs: number,
): Promise<Screenshot> {
  const query = { format, width, quality };
  const answer = await http.send({ method: "GET", path: "/screenshot", query, timeoutMs, signal });
  if (!startsAs(format, answer.bytes)) throw malformedAnswer("GET /screenshot", `no ${format} picture`);
  return {
    bytes: answer.bytes,
    mediaType: format === "png" ? "image/png" : "image/jpeg",
    screen: sizeOf(answer.header("x-deskrl-screen"), "x-deskrl-screen"),
    image: sizeOf(answer.header("x-deskrl-image"), "x-deskrl-image"),
  };
}

function startsAs(format: "png" | "jpeg", bytes: Uint8Array): boolean {
  const magic = format === "png" ? [0x89, 0x50, 0x4e, 0x47] : [0xff, 0xd8, 0xff];
  return magic.every((byte, index) => bytes[index] === byte);
}

function sizeOf(header: string | undefined, name: string): Size {
  const match = /^(\d+)x(\d+)$/.exec(header ?? "");
  if (!match) throw malformedAnswer("GET /screenshot", `header ${name} is ${JSON.stringify(header)}`);
  return { width: Number(match[1]), height: Number(match[2]) };
}
