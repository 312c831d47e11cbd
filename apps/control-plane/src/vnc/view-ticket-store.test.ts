import { expect, test } from "vitest";
import { VIEW_TICKET_TTL_MS, ViewTicketStore } from "./view-ticket-store.ts";

const actor = { id: "usr_1", name: "ada", role: "viewer" as const };
const ticket = { actor, environmentId: "env_1", control: false };

function storeAt(start: number) {
  let now = start;
  const store = new ViewTicketStore({ clock: () => new Date(now) });
  return { store, advance: (ms: number) => (now += ms) };
}

test("a ticket opens one view, once", () => {
  const { store } = storeAt(0);
  const { token } = store.issue(ticket);
  expect(store.redeem(token)).toMatchObject(ticket);
  expect(store.redeem(token)).toBeNull();
});

test("a ticket is good for its minute and not a millisecond longer", () => {
  const { store, advance } = storeAt(0);
  const early = store.issue(ticket).token;
  const late = store.issue(ticket).token;
  advance(VIEW_TICKET_TTL_MS - 1);
  expect(store.redeem(early)).not.toBeNull();
  advance(1);
  expect(store.redeem(late)).toBeNull();
});

test("an unknown ticket opens nothing", () => {
  expect(storeAt(0).store.redeem("guess")).toBeNull();
});

test("a sweep forgets the expired ones only", () => {
  const { store, advance } = storeAt(0);
  store.issue(ticket);
  advance(VIEW_TICKET_TTL_MS);
  const { token } = store.issue(ticket);
  expect(store.sweep()).toBe(1);
  expect(store.redeem(token)).not.toBeNull();
});
