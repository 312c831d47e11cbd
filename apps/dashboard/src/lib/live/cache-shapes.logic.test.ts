import { expect, it } from "vitest";
import { listHas, patchList } from "./cache-shapes.logic.ts";

const page = (...ids: string[]) => ({
  items: ids.map((id) => ({ id, n: 0 })),
  nextCursor: null,
  total: ids.length,
});
const raise = (id: string) => (row: { id: string; n: number }) =>
  row.id === id ? { ...row, n: row.n + 1 } : row;

it("patches a row wherever the list keeps it", () => {
  expect(patchList(page("a", "b"), raise("b"))).toMatchObject({ items: [{ n: 0 }, { n: 1 }] });
  const infinite = { pages: [page("a"), page("b")], pageParams: [null, "x"] };
  expect(patchList(infinite, raise("b"))).toMatchObject({ pages: [{}, { items: [{ n: 1 }] }] });
});

it("keeps every reference when nothing changed, so that nothing redraws", () => {
  const infinite = { pages: [page("a"), page("b")], pageParams: [null, "x"] };
  expect(patchList(infinite, raise("c"))).toBe(infinite);
  const one = page("a");
  expect(patchList(one, raise("c"))).toBe(one);
});

it("keeps the pages that did not change", () => {
  const infinite = { pages: [page("a"), page("b")], pageParams: [null, "x"] };
  const next = patchList(infinite, raise("b"));
  expect(next && "pages" in next && next.pages[0]).toBe(infinite.pages[0]);
});

it("knows whether a list holds a row", () => {
  expect(listHas(page("a"), "a")).toBe(true);
  expect(listHas({ pages: [page("a")], pageParams: [null] }, "b")).toBe(false);
  expect(listHas(undefined, "a")).toBe(false);
});
