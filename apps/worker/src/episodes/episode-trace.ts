import { type JournalRecord, parseTraceparent } from "@deskrl/protocol";
import { ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { EpisodeKey } from "../journal/journal-name.ts";

const NAMES = { resetting: "reset", acting: "act", paused: "pause", judging: "judge" } as const;

/** The spans of one episode, told by what is recorded of it: reset, act, judge, and store once it has ended. */
export interface EpisodeTrace {
  note(record: JournalRecord): void;
  /** Nothing more is recorded; what was recorded is on its way, or it was fenced. */
  ended(): void;
  /** The control plane has stored all of it. */
  stored(): void;
}

export interface EpisodeTraceOptions {
  tracer: Tracer;
  /** Where the trace began, as the control plane wrote it into the assignment. */
  traceparent: string | undefined;
  attributes: Record<string, string>;
}

export function createEpisodeTrace({ tracer, traceparent, attributes }: EpisodeTraceOptions): EpisodeTrace {
  const point = parseTraceparent(traceparent);
  const parent = point ? trace.setSpanContext(ROOT_CONTEXT, { ...point, isRemote: true }) : ROOT_CONTEXT;
  let span: Span | null = null;
  let steps = 0;
  let finished = false;
  const begin = (name: string) => {
    span?.end();
    span = tracer.startSpan(name, { attributes }, parent);
  };
  return {
    note(record) {
      if (record.kind === "state") return begin(NAMES[record.state]);
      if (record.kind === "step") {
        steps += 1;
        span?.addEvent("step", { index: record.step.index, outcome: record.step.outcome });
        return;
      }
      const { verdict, cause, reason } = record.result;
      span?.setAttributes({ "deskrl.steps": steps, "deskrl.verdict": verdict, "deskrl.cause": cause ?? "" });
      if (verdict === "invalid") span?.setStatus({ code: SpanStatusCode.ERROR, message: reason ?? "" });
      finished = true;
      begin("store");
    },
    ended() {
      // Without an end on record nothing is on its way.
      if (!finished) this.stored();
    },
    stored() {
      span?.end();
      span = null;
    },
  };
}

/** Traces of episodes that are carried out or whose journal is not wholly stored yet. */
export class EpisodeTraces {
  readonly #open = new Map<string, EpisodeTrace>();

  begin(key: EpisodeKey, trace: EpisodeTrace): EpisodeTrace {
    this.#open.set(nameOf(key), trace);
    return trace;
  }

  /** All of it is stored, or it never will be. */
  stored(key: EpisodeKey): void {
    this.#open.get(nameOf(key))?.stored();
    this.#open.delete(nameOf(key));
  }
}

const nameOf = ({ episodeId, epoch }: EpisodeKey) => `${episodeId}@${epoch}`;
