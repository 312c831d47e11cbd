const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that no one else was given. Whatever a simulated desktop does is work of this
 * process: hundreds of them that begin at the same time would otherwise do theirs in one turn, for longer than a lease
 * lasts, and no heartbeat could go out between.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting[0]?.();
  waiting.shift();
  // One that is asked for here comes in the next turn, after timers and the network.
  if (waiting.length > 0) setImmediate(giveTurn);
}
