import type { IncomingMessage } from "node:http";
import { AppError } from "@deskrl/domain";

/**
 * The JSON body of a request.
 * @throws AppError `invalid_input` for a body that is too long or no JSON
 */
export async function readJson(req: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // What is too long is read to its end and thrown away, so that the answer reaches whoever sends it.
  for await (const chunk of req) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes <= maxBytes) chunks.push(part);
    else chunks.length = 0;
  }
  if (bytes > maxBytes)
    throw new AppError("invalid_input", `The body is longer than ${maxBytes} bytes.`, {
      where: "request body",
      fix: "Send it in several requests.",
    });
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
