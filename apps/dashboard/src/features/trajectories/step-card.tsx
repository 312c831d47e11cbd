import { formatDuration, StateChip, stepLook } from "@deskrl/ui";
import type { StepRow } from "../../lib/api/types.ts";
import { CodeLine } from "./code-line.tsx";

/** One step in words: the thought folded, the code, what came of it. */
export function StepCard({ step, openThought = false }: { step: StepRow; openThought?: boolean }) {
  return (
    <article className="min-w-0 space-y-1">
      <div className="flex items-center gap-2 text-xs">
        <span className="num text-faint">{step.index + 1}</span>
        <StateChip look={stepLook(step)} />
        <span className="num ml-auto text-2xs text-faint" title="Time of the whole step">
          {step.timing.totalMs > 0 ? formatDuration(step.timing.totalMs) : ""}
        </span>
      </div>
      {step.thought && (
        <details open={openThought} className="text-muted text-xs">
          <summary className="focus-ring cursor-pointer select-none rounded text-faint">Thought</summary>
          <p className="mt-0.5 whitespace-pre-wrap break-words">{step.thought}</p>
        </details>
      )}
      <CodeLine code={step.code} wrap />
      {step.result && (
        <p className="line-clamp-4 whitespace-pre-wrap break-words text-muted text-xs" title={step.result}>
          {step.result}
        </p>
      )}
    </article>
  );
}
