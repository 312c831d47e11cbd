/** Steps of one member of a group, as far as they matter for comparing it with the others. */
export interface MemberSteps {
  code: readonly string[];
}

/**
 * The index of the first step at which not all members do the same; members that have ended by then differ from those
 * that go on. Null when all do the same to the end, or when there is nothing to compare.
 */
export function firstDivergence(members: readonly MemberSteps[]): number | null {
  const longest = Math.max(0, ...members.map(({ code }) => code.length));
  if (members.length < 2) return null;
  for (let index = 0; index < longest; index += 1) {
    const first = members[0]?.code[index];
    if (members.some(({ code }) => code[index] !== first)) return index;
  }
  return null;
}

/** Members that do the same as the most frequent action at a step; the others stand out. */
export function commonCode(members: readonly MemberSteps[], index: number): string | null {
  const counts = new Map<string, number>();
  for (const { code } of members) {
    const action = code[index];
    if (action !== undefined) counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  let best: string | null = null;
  for (const [action, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = action;
  return best;
}
