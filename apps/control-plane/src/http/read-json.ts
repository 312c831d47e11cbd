import type { IncomingMessage } from "node:http";
import { AppError } from "@deskrl/domain";

/**
 * The JSON body of a request.
 * @throws AppError `invalid_input` for a body that is too long or no JSON
 */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes)
      throw new AppError("invalid_input", `The body is longer than ${maxBytes} bytes.`, {
        where: "request body",
        fix: "Send it in several requests.",
      });
    chunks.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (cause) {
    throw new AppError("invalid_input", "The body is not JSON.", {
      where: "request body",
      fix: 'Send JSON; NaN and infinities are the words "NaN", "Infinity" and "-Infinity".',
      cause,
    });
  }
}
