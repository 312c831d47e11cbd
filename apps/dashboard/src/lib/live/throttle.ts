/** Runs `act` for a key at most once per `intervalMs`; a request within the interval is served at its end. */
export function createThrottle<Key>(options: {
  intervalMs: number;
  keyOf: (key: Key) => string;
  act: (key: Key) => void;
}) {
  const { intervalMs, keyOf, act } = options;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const again = new Set<string>();
  const fire = (key: Key): void => {
    const name = keyOf(key);
    act(key);
    timers.set(
      name,
      setTimeout(() => {
        timers.delete(name);
        if (again.delete(name)) fire(key);
      }, intervalMs),
    );
  };
  return {
    request(key: Key): void {
      const name = keyOf(key);
      if (timers.has(name)) again.add(name);
      else fire(key);
    },
    close(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      again.clear();
    },
  };
}
