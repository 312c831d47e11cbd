import type { WallChange } from "@deskrl/protocol";
import { packWall, type WallRow } from "@deskrl/protocol/wall";
import { expect, it } from "vitest";
import { WallStore } from "./wall-store.ts";

const row = (id: string, steps = 0): WallRow => ({
  id,
  workerId: "wrk_1",
  workerName: "one",
  workerLost: false,
  state: "ready",
  provider: "sim",
  stateReason: null,
  controlledBy: null,
  heldBy: null,
  changedAtMs: steps,
  createdAtMs: 0,
  lastVerdict: null,
  lastScore: null,
  episode: null,
});
const change = (tick: number, rows: WallRow[], gone: string[] = []): WallChange => ({
  version: 1,
  tick,
  columns: packWall(rows, 100),
  gone,
});

function system() {
  const questions: ((wall: WallChange | null) => void)[] = [];
  let left = 0;
  const store = new WallStore({ watch: (answer) => questions.push(answer), leave: () => (left += 1) });
  const ids = () => store.state().rows.map(({ id }) => id);
  return { store, questions, ids, left: () => left };
}

it("shows the whole, then follows what changes, comes and goes, and keeps everything in its place", () => {
  const { store, questions, ids } = system();
  store.join();
  questions[0]?.(change(4, [row("a"), row("b"), row("c")]));
  const before = store.state();
  store.receive(change(5, [row("b", 9), row("d")], ["c"]));
  expect(ids()).toEqual(["a", "b", "d"]);
  expect(store.state().byId.get("b")?.changedAtMs).toBe(9);
  expect(store.state().byId.get("a")).toBe(before.byId.get("a"));
});

it("asks for the whole again when a change was missed, and does not show a mixture meanwhile", () => {
  const { store, questions, ids } = system();
  store.join();
  questions[0]?.(change(4, [row("a")]));
  store.receive(change(6, [row("x")]));
  expect(questions).toHaveLength(2);
  expect(ids()).toEqual(["a"]);
  store.receive(change(7, [row("y")]));
  questions[1]?.(change(6, [row("a"), row("x")]));
  expect(ids()).toEqual(["a", "x", "y"]);
});

it("takes no change twice, and none from before the whole", () => {
  const { store, questions } = system();
  store.join();
  store.receive(change(3, [row("old")]));
  questions[0]?.(change(3, [row("a")]));
  store.receive(change(3, [row("old")]));
  expect(store.state().rows).toHaveLength(1);
});

it("follows nothing while nobody looks, however much happens, and asks anew when someone does", () => {
  const { store, questions, left } = system();
  store.join();
  questions[0]?.(change(0, [row("a")]));
  store.setHidden(true);
  expect(left()).toBe(1);
  for (let tick = 1; tick <= 10_000; tick += 1) store.receive(change(tick, [row("b")]));
  expect(store.state().rows).toHaveLength(1);
  store.setHidden(false);
  questions[1]?.(change(10_000, [row("a"), row("b")]));
  expect(store.state().rows).toHaveLength(2);
});

it("does not take the answer to a question that was asked again since", () => {
  const { store, questions, ids } = system();
  store.join();
  store.ask();
  questions[1]?.(change(9, [row("new")]));
  questions[0]?.(change(1, [row("old")]));
  expect(ids()).toEqual(["new"]);
});

it("says that the wall could not be read, and keeps what it showed", () => {
  const { store, questions, ids } = system();
  store.join();
  questions[0]?.(change(0, [row("a")]));
  store.ask();
  questions[1]?.(null);
  expect(store.state().status).toBe("failed");
  expect(ids()).toEqual(["a"]);
  store.close();
});
