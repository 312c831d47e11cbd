/** A state machine as data: for each state, the states that may follow. */
export type TransitionTable<S extends string> = Readonly<Record<S, readonly S[]>>;

/** True when `to` may follow `from`. A state never follows itself: that is no transition. */
export function canTransition<S extends string>(table: TransitionTable<S>, from: S, to: S): boolean {
  return table[from].includes(to);
}

/** All states from which `to` is reachable in one step: the `where` of a compare-and-set. */
export function sourcesOf<S extends string>(table: TransitionTable<S>, to: S): S[] {
  return (Object.keys(table) as S[]).filter((from) => table[from].includes(to));
}

/** States that nothing follows. */
export function terminalStates<S extends string>(table: TransitionTable<S>): S[] {
  return (Object.keys(table) as S[]).filter((state) => table[state].length === 0);
}
