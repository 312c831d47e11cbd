import { appRouter } from "@deskrl/api";
import type { AnyProcedure, AnyRouter } from "@trpc/server";
import superjson from "superjson";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type ControlPlaneResource, controlPlaneResource } from "../testing/control-plane-resource.ts";
import { sampleInput, withText } from "../testing/sample-input.ts";

const MIB = 1024 * 1024;
let cp: ControlPlaneResource;
let headers: Record<string, string>;
beforeAll(async () => {
  cp = await controlPlaneResource();
  const { cookie } = await cp.signIn();
  headers = { cookie, origin: cp.url, "content-type": "application/json" };
});
afterAll(() => cp.stop());

interface Place {
  procedure: string;
  type: "query" | "mutation";
  path: string[];
  value: unknown;
}

// The shape that the router is given to callers with leaves out what it is made of.
const procedures: Record<string, AnyProcedure> = (appRouter as unknown as AnyRouter)._def.procedures;

/** Every place of every procedure where text may stand. */
const places: Place[] = Object.entries(procedures).flatMap(([procedure, { _def }]) => {
  const [schema] = _def.inputs;
  if (!(schema instanceof z.ZodType) || _def.type === "subscription") return [];
  const { value, texts } = sampleInput(schema);
  const type = _def.type;
  return texts.map((path) => ({ procedure, type, path, value }));
});

async function send({ procedure, type, path, value }: Place, text: string) {
  const body = JSON.stringify(superjson.serialize(withText(value, path, text)));
  const url = `${cp.url}/trpc/${procedure}`;
  const response =
    type === "query"
      ? await fetch(`${url}?input=${encodeURIComponent(body)}`, { headers })
      : await fetch(url, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

const nameOf = ({ procedure, path }: Place) => `${procedure}: ${path.join(".")}`;

/** What is wrong with an answer: anything but "taken", or one clear refusal that does not give the text back. */
function faultOf({ status, text }: { status: number; text: string }): string | null {
  if (status === 200) return null;
  if (status >= 500) return `answers ${status}: ${text.slice(0, 300)}`;
  if (text.length > 4_000) return `gives back ${text.length} characters`;
  const { code, message } = JSON.parse(text).error.json.data.app;
  return code && message ? null : `says nothing: ${text.slice(0, 300)}`;
}

async function faults(which: readonly Place[], text: string): Promise<string[]> {
  const found: string[] = [];
  for (const place of which) {
    const fault = faultOf(await send(place, text));
    if (fault) found.push(`${nameOf(place)} ${fault}`);
  }
  return found;
}

const mutations = places.filter(({ type }) => type === "mutation");

test("the places are found from the schemas", () => {
  expect(places.map(nameOf)).toEqual(
    expect.arrayContaining(["run.create: name", "run.list: q", "environment.clipboardWrite: text"]),
  );
});

test("a NUL byte in any text is refused in words, or stored with a mark", { timeout: 120_000 }, async () => {
  expect(await faults(places, "a\u0000b")).toEqual([]);
  const spec = { suite: "small", policy: "oracle", episodes: 1, desktops: 1 } as const;
  const run = await cp.program.run.create.mutate({ ...spec, name: "before\u0000after" });
  expect((await cp.program.run.byId.query({ id: run.id })).name).toBe("before\u2400after");
});

test("half a surrogate pair in any text likewise", { timeout: 120_000 }, async () => {
  expect(await faults(places, "a\ud83db")).toEqual([]);
});

test("3 MB in any text of a mutation are refused in words of bounded length, or taken", {
  timeout: 300_000,
}, async () => {
  expect(await faults(mutations, "x".repeat(3 * MIB))).toEqual([]);
});

test("10 MB are more than a call may carry, wherever they stand", { timeout: 300_000 }, async () => {
  for (const place of mutations) {
    const { status, text } = await send(place, "x".repeat(10 * MIB));
    expect([nameOf(place), status]).toEqual([nameOf(place), 413]);
    expect(text.length).toBeLessThan(4_000);
    expect(JSON.parse(text).error.json.data.app).toMatchObject({ code: "invalid_input" });
  }
});

test("a question that is longer than an address may be is refused, and the server lives", async () => {
  const list = places.find(({ procedure }) => procedure === "run.list");
  if (!list) throw new Error("run.list has no text");
  const { status } = await send(list, "x".repeat(100_000));
  expect(status).toBe(431);
  expect((await fetch(`${cp.url}/healthz`)).status).toBe(200);
});
