import type { ServerResponse } from "node:http";
import { AppError } from "@deskrl/domain";

export interface JsonAnswer {
  status: number;
  body: unknown;
}

export function sendJson(res: ServerResponse, { status, body }: JsonAnswer): void {
  const text = `${JSON.stringify(body)}\n`;
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  res.end(text);
}

/** The answer for a failure: ours as it is, anything else without its text. */
export function errorAnswer(error: unknown, requestId: string): JsonAnswer {
  if (error instanceof AppError && error.code !== "internal") return { status: error.status, body: error };
  return {
    status: 500,
    body: {
      code: "internal",
      message: `Something failed on the server (error id ${requestId}).`,
      fix: "Try again; if it happens again, look for the error id in the control plane's log.",
    },
  };
}
