import pc from "picocolors";

export interface StepPrinter {
  /** Runs a part of the set-up, showing its name, what it says meanwhile, and how long it took. */
  step<T>(label: string, work: (say: (text: string) => void) => Promise<T>): Promise<T>;
  note(text: string): void;
  warn(text: string): void;
}

/** Prints to stderr, so that stdout stays for results. On a terminal the running line is rewritten in place. */
export function createStepPrinter(
  options: { quiet?: boolean; stream?: NodeJS.WriteStream; now?: () => number } = {},
): StepPrinter {
  const stream = options.stream ?? process.stderr;
  const now = options.now ?? Date.now;
  if (options.quiet) return { step: (_label, work) => work(() => {}), note: () => {}, warn: () => {} };
  const live = Boolean(stream.isTTY);
  const running = new Map<string, string>();
  let drawn = false;
  const redraw = () => {
    if (!live) return;
    const text = [...running]
      .map(([label, said]) => (said ? `${label}: ${said}` : label))
      .join(pc.dim(" · "));
    stream.write(
      `\r\u001b[2K${text ? `  ${pc.cyan("…")} ${text.slice(0, (stream.columns ?? 100) - 6)}` : ""}`,
    );
    drawn = text !== "";
  };
  const line = (text: string) => {
    if (live && drawn) stream.write("\r\u001b[2K");
    stream.write(`${text}\n`);
    redraw();
  };
  return {
    async step(label, work) {
      const startedAt = now();
      running.set(label, "");
      redraw();
      const seconds = () => pc.dim(`${((now() - startedAt) / 1000).toFixed(1)} s`);
      try {
        const result = await work((said) => {
          running.set(label, said);
          redraw();
        });
        running.delete(label);
        line(`  ${pc.green("✓")} ${label} ${seconds()}`);
        return result;
      } catch (error) {
        running.delete(label);
        line(`  ${pc.red("✗")} ${label} ${seconds()}`);
        throw error;
      }
    },
    note: (text) => line(`  ${text}`),
    warn: (text) => line(`  ${pc.yellow("!")} ${text}`),
  };
}
