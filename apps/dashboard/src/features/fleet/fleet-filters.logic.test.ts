import { createLoader } from "nuqs/server";
import { expect, it } from "vitest";
import { fleetHref, fleetParsers, fleetQuery, toggled } from "./fleet-filters.logic.ts";

const load = createLoader(fleetParsers);
const read = (href: string) => load(new URL(href, "http://x").searchParams);

it("brings every filter back from the address it wrote", () => {
  const params = { ...read("/fleet"), state: ["failed", "leased"] as const, run: "run_1", q: "budget & co" };
  expect(read(fleetHref({ ...params, state: [...params.state] }))).toEqual(params);
});

it("ignores what it does not know in an address", () => {
  expect(read("/fleet?size=gigantic&state=dreaming").size).toBe("medium");
});

it("leaves defaults out of the address", () => {
  expect(fleetHref(read("/fleet"))).toBe("/fleet");
});

it("asks for the same rows in list and counts", () => {
  expect(fleetQuery(read("/fleet?state=failed&worker=wrk_1&q=%20"))).toEqual({
    state: ["failed"],
    workerId: "wrk_1",
  });
});

it("toggles a value of a filter", () => {
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
});
