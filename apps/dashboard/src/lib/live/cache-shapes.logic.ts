/** A page of a list as the server gives it. */
export interface ListPage<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
}

interface InfiniteList<Row> {
  pages: ListPage<Row>[];
  pageParams: unknown[];
}

/** What the cache may hold under a list's key: one page, or pages. */
export type CachedList<Row> = ListPage<Row> | InfiniteList<Row> | undefined;

/** Applies `patch` to each row and keeps every reference of what did not change, so that nothing else redraws. */
export function patchList<Row>(list: CachedList<Row>, patch: (row: Row) => Row): CachedList<Row> {
  if (list === undefined) return list;
  if ("pages" in list) {
    const pages = mapSame(list.pages, (page) => patchPage(page, patch));
    return pages === list.pages ? list : { ...list, pages };
  }
  return patchPage(list, patch);
}

function patchPage<Row>(page: ListPage<Row>, patch: (row: Row) => Row): ListPage<Row> {
  const items = mapSame(page.items, patch);
  return items === page.items ? page : { ...page, items };
}

/** Like `map`, but gives the same array back when no element changed. */
export function mapSame<T>(items: T[], change: (item: T) => T): T[] {
  let changed = false;
  const next = items.map((item) => {
    const patched = change(item);
    if (patched !== item) changed = true;
    return patched;
  });
  return changed ? next : items;
}

/** True when a cached list holds the row. */
export function listHas<Row extends { id: string }>(list: CachedList<Row>, id: string): boolean {
  if (list === undefined) return false;
  const pages = "pages" in list ? list.pages : [list];
  return pages.some((page) => page.items.some((row) => row.id === id));
}
