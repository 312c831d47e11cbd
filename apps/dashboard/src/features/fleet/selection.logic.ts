/** Desktops that are chosen, and the one that a range begins from. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Chooses one, or lets it go. */
export function toggleOne({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds everything from the last one that was chosen up to this one, in the order shown. */
export function selectRange(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to < 0) return selection;
  if (from < 0) return toggleOne(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** Chooses all of a group, or lets all go when all are chosen. */
export function toggleMany({ ids, anchor }: Selection, group: readonly string[]): Selection {
  const next = new Set(ids);
  if (group.every((id) => next.has(id))) for (const id of group) next.delete(id);
  else for (const id of group) next.add(id);
  return { ids: next, anchor };
}
