import { Pool } from "undici";
import type { z } from "zod";
import { startDeadline } from "../deadline.ts";
import {
  answeredTooMuch,
  cancelled,
  isTooLarge,
  malformedAnswer,
  refused,
  timedOut,
  unreachable,
} from "./guest-errors.ts";

/** Where a guest server answers. */
export interface GuestEndpoint {
  host: string;
  port: number;
  token: string;
}

export interface GuestRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  bytes?: Uint8Array;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface GuestResponse {
  header(name: string): string | undefined;
  bytes: Uint8Array;
}

/** One keep-alive connection pool to one guest. Every call has a deadline and ends in an answer or an `AppError`. */
export interface GuestHttp {
  readonly endpoint: GuestEndpoint;
  /** @throws AppError guest_unreachable, guest_timeout, guest_error, not_found, invalid_input, cancelled */
  send(request: GuestRequest): Promise<GuestResponse>;
  /** As `send`, with the answer parsed by the schema. */
  json<T extends z.ZodType>(schema: T, request: GuestRequest): Promise<z.output<T>>;
  /** Ends the connections; calls in flight fail. */
  close(): void;
  /** True after `close`: no answer can come any more. */
  readonly closed: boolean;
}

/**
 * What a guest may answer at most. A guest is not to be trusted: one that floods would else fill the memory of the worker,
 * and with it all desktops of the machine would be lost.
 */
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** @param subject names the desktop in error messages, such as its environment id */
export function createGuestHttp(endpoint: GuestEndpoint, subject: string): GuestHttp {
  const pool = new Pool(`http://${endpoint.host}:${endpoint.port}`, {
    connections: 16,
    keepAliveTimeout: 20_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: 5_000,
    maxResponseSize: MAX_ANSWER_BYTES,
  });

  async function send(request: GuestRequest): Promise<GuestResponse> {
    const where = `${subject}: ${request.method} ${request.path}`;
    const deadline = startDeadline(request.timeoutMs, request.signal);
    try {
      const response = await pool.request({
        method: request.method,
        path: pathOf(request),
        headers: headersOf(request, endpoint.token),
        body: bodyOf(request),
        signal: deadline.signal,
      });
      const bytes = await response.body.bytes();
      if (response.statusCode >= 300) throw refused(where, response.statusCode, bytes);
      return { bytes, header: (name) => single(response.headers[name]) };
    } catch (error) {
      if (error instanceof Error && error.name === "AppError") throw error;
      if (deadline.aborted === "cancelled") throw cancelled(where, error);
      if (deadline.aborted === "expired") throw timedOut(where, request.timeoutMs);
      if (isTooLarge(error)) throw answeredTooMuch(where, MAX_ANSWER_BYTES);
      throw unreachable(where, error);
    } finally {
      deadline.end();
    }
  }

  return {
    endpoint,
    send,
    async json(schema, request) {
      const where = `${subject}: ${request.method} ${request.path}`;
      const { bytes } = await send(request);
      return parseAnswer(schema, bytes, where);
    },
    close: () => void pool.destroy(),
    get closed() {
      return pool.destroyed;
    },
  };
}

function parseAnswer<T extends z.ZodType>(schema: T, bytes: Uint8Array, where: string): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw malformedAnswer(where, error instanceof Error ? error.message : String(error));
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformedAnswer(where, parsed.error.message);
  return parsed.data;
}

function pathOf({ path, query }: GuestRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function headersOf(request: GuestRequest, token: string): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (request.json !== undefined) headers["content-type"] = "application/json";
  else if (request.bytes) headers["content-type"] = "application/octet-stream";
  return headers;
}

function bodyOf(request: GuestRequest): string | Uint8Array | null {
  if (request.json !== undefined) return JSON.stringify(request.json);
  return request.bytes ?? null;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
