import type { DesktopTemplate } from "@deskrl/domain";
import { expect, test } from "vitest";
import { type FleetDesktop, type FleetState, type FleetWorker, planFleet } from "./plan-fleet.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const template = (name: string, warm: number | null, idleStopSeconds = 60): DesktopTemplate => ({
  ...{ name, settings: {}, warm, idleStopSeconds },
});
const worker = (id: string, offered: number, more: Partial<FleetWorker> = {}): FleetWorker => ({
  ...{ id, offered, labels: [], images: null },
  ...more,
});
const desktop = (id: string, workerId: string, more: Partial<FleetDesktop> = {}): FleetDesktop => ({
  ...{
    id,
    workerId,
    template: "office",
    state: "ready",
    held: false,
    leaving: false,
    outdated: false,
    since: ago(600),
  },
  ...more,
});
const plan = (state: Partial<FleetState>) =>
  planFleet({
    ...{ workers: [], desktops: [], waiting: [], templates: [template("office", 2)], now: NOW },
    imageOf: (name) => `image/${name}`,
    ...state,
  });

test("keeps as many clean desktops ready as a template asks for, beyond those at work", () => {
  const { start, stop } = plan({
    workers: [worker("a", 4)],
    desktops: [desktop("d1", "a", { held: true }), desktop("d2", "a")],
  });
  expect(start).toEqual([{ workerId: "a", template: "office" }]);
  expect(stop).toEqual([]);
});

test("starts what waiting episodes need and no more, on the emptiest machine that has the image", () => {
  const images = ["image/office"];
  const { start } = plan({
    workers: [
      worker("bare", 9, { images: [] }),
      worker("full", 4, { images }),
      worker("free", 4, { images }),
    ],
    desktops: [desktop("d1", "full", { held: true }), desktop("d2", "full", { held: true })],
    waiting: [{ template: "office", waiting: 3, priority: 1 }],
  });
  expect(start.map(({ workerId }) => workerId)).toEqual(["free", "free", "full"]);
});

test("a machine without the image is better than none", () => {
  const { start } = plan({
    workers: [worker("bare", 1, { images: [] })],
    templates: [template("office", 1)],
  });
  expect(start).toHaveLength(1);
});

test("keeps a pinned run's desktops to its workers, whatever room others have", () => {
  const { start } = plan({
    workers: [worker("a", 9), worker("gpu-1", 1, { labels: ["gpu"] })],
    templates: [template("office", 0)],
    waiting: [{ template: "office", waiting: 5, priority: 1, labels: ["gpu"] }],
  });
  expect(start).toEqual([{ workerId: "gpu-1", template: "office" }]);
});

test("stops what has been idle for long and is more than is kept, with the reason; the longest idle first", () => {
  const { stop } = plan({
    workers: [worker("a", 9)],
    desktops: [
      ...[desktop("new", "a", { since: ago(30) }), desktop("old", "a", { since: ago(300) })],
      ...[desktop("older", "a", { since: ago(600) }), desktop("busy", "a", { held: true })],
    ],
  });
  expect(stop).toEqual([
    { id: "older", reason: "Idle for 10 min; of the template office 2 are kept ready." },
  ]);
  const { stop: none } = plan({
    workers: [worker("a", 9)],
    desktops: ["x", "y", "z"].map((id) => desktop(id, "a")),
    waiting: [{ template: "office", waiting: 3, priority: 1 }],
  });
  expect(none, "what waits for them is on its way").toEqual([]);
});

test("an idle desktop of another template makes room; one at work or kept ready does not", () => {
  const state = {
    workers: [worker("a", 2)],
    templates: [template("office", null), template("wide", 0)],
    waiting: [{ template: "wide", waiting: 2, priority: 1 }],
  };
  expect(plan({ ...state, desktops: [desktop("d1", "a", { held: true }), desktop("d2", "a")] })).toEqual({
    start: [{ workerId: "a", template: "wide" }],
    stop: [{ id: "d2", reason: "Makes room for a desktop of the template wide." }],
    leave: ["d1"],
    stay: [],
  });
  const kept = [template("office", 2), template("wide", 0)];
  expect(plan({ ...state, templates: kept, desktops: [desktop("d1", "a"), desktop("d2", "a")] })).toEqual({
    ...{ start: [], stop: [], leave: [], stay: [] },
  });
});

test("a template that keeps all fills the room that is left, also with nothing to do", () => {
  const { start, stop } = plan({
    workers: [worker("a", 3), worker("b", 1)],
    templates: [template("office", null), template("wide", 1)],
    desktops: [desktop("d1", "a")],
  });
  expect(start.map(({ template: name }) => name).toSorted()).toEqual(["office", "office", "wide"]);
  expect(stop).toEqual([]);
});

test("desktops of a changed or removed template stop once they are free", () => {
  const { stop } = plan({
    workers: [worker("a", 4)],
    templates: [template("office", 0)],
    desktops: [
      desktop("changed", "a", { outdated: true, since: ago(1) }),
      desktop("gone", "a", { outdated: true, template: "wide" }),
      desktop("at-work", "a", { outdated: true, held: true }),
    ],
  });
  expect(stop).toEqual([
    { id: "changed", reason: "The template office was changed since it was made." },
    { id: "gone", reason: "The template wide was removed." },
  ]);
});

test("a broken desktop is not counted as ready, and holds its place", () => {
  const { start } = plan({
    workers: [worker("a", 2)],
    templates: [template("office", 2)],
    desktops: [desktop("d1", "a", { state: "failed" })],
  });
  expect(start).toHaveLength(1);
});

test("a plan that was carried out leaves nothing to do", () => {
  const state = {
    workers: [worker("a", 5), worker("b", 3)],
    templates: [template("office", 3), template("wide", 1)],
    waiting: [{ template: "wide", waiting: 2, priority: 1 }],
  };
  const first = plan(state);
  const desktops = first.start.map(({ workerId, template: name }, index) =>
    desktop(`d${index}`, workerId, { template: name, state: "starting" }),
  );
  expect(first.start).toHaveLength(5);
  expect(plan({ ...state, desktops })).toEqual({ start: [], stop: [], leave: [], stay: [] });
});

test("where all are at work, a template that is short gets its share by priority as episodes end", () => {
  const busy = (id: string, more: Partial<FleetDesktop> = {}) => desktop(id, "a", { held: true, ...more });
  const ids = ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"];
  const state = {
    workers: [worker("a", 8)],
    templates: [template("office", null), template("wide", 0)],
    waiting: [
      { template: "office", waiting: 9, priority: 3 },
      { template: "wide", waiting: 9, priority: 1 },
    ],
  };
  const first = plan({ ...state, desktops: ids.map((id) => busy(id)) });
  expect(first, "a quarter of eight").toEqual({ start: [], stop: [], leave: ["d1", "d2"], stay: [] });
  const leaving = (id: string) => ({ leaving: first.leave.includes(id) });
  const later = ids.map((id) => busy(id, leaving(id)));
  expect(plan({ ...state, desktops: later }), "once").toEqual({ ...first, leave: [] });

  const ended = later.map((each) => (each.id === "d1" ? { ...each, held: false } : each));
  expect(plan({ ...state, desktops: ended })).toEqual({
    start: [{ workerId: "a", template: "wide" }],
    stop: [{ id: "d1", reason: "Makes room for a desktop of the template wide." }],
    ...{ leave: [], stay: [] },
  });
  const [office] = state.waiting;
  expect(plan({ ...state, waiting: office ? [office] : [], desktops: later }).stay).toEqual(["d1", "d2"]);
});
