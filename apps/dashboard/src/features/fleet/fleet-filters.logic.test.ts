import { createLoader } from "nuqs/server";
import { expect, it } from "vitest";
import { fleetHref, fleetParsers, isFiltered, toggled } from "./fleet-filters.logic.ts";

const load = createLoader(fleetParsers);
const read = (href: string) => load(new URL(href, "http://x").searchParams);

it("brings every filter, the order, the groups and the live tiles back from the address it wrote", () => {
  const params = {
    ...read("/fleet"),
    state: ["failed" as const, "leased" as const],
    run: "run_1",
    q: "budget & co",
    size: "map" as const,
    sort: "stuck" as const,
    group: "worker" as const,
    closed: ["wrk_1", "a, b"],
    live: ["env_1", "env_2"],
  };
  expect(read(fleetHref(params))).toEqual(params);
});

it("ignores what it does not know in an address", () => {
  expect(read("/fleet?size=gigantic&state=dreaming&group=mood")).toMatchObject({
    size: "medium",
    group: "none",
  });
});

it("leaves defaults out of the address", () => {
  expect(fleetHref(read("/fleet"))).toBe("/fleet");
});

it("knows whether something is left out of the wall", () => {
  expect(isFiltered(read("/fleet?size=map&sort=stuck&q=%20"))).toBe(false);
  expect(
    ["q=x", "state=ready", "run=r", "worker=w"].every((query) => isFiltered(read(`/fleet?${query}`))),
  ).toBe(true);
});

it("toggles a value of a filter", () => {
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
});
