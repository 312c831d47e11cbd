"use client";
import { ErrorBoundary, formatDuration, formatShare, plural, StateChip, stepLook } from "@deskrl/ui";
import type { StepRow } from "../../lib/api/types.ts";
import { CodeLine } from "./code-line.tsx";

/** Everything recorded of one step. A step that cannot be drawn shows its raw record instead of breaking the page. */
export function StepDetail({ step }: { step: StepRow }) {
  return (
    <ErrorBoundary
      key={step.index}
      fallback={(error) => (
        <div className="space-y-1 p-3 text-xs">
          <p className="text-danger">
            Step {step.index + 1} (action {step.actionId}) cannot be shown: {error.message}
          </p>
          <pre className="overflow-auto whitespace-pre-wrap break-words">{JSON.stringify(step, null, 2)}</pre>
        </div>
      )}
    >
      <Detail step={step} />
    </ErrorBoundary>
  );
}

function Detail({ step }: { step: StepRow }) {
  const { timing, observation } = step;
  const parts: [string, number][] = [
    ["observe", timing.observeMs],
    ["policy", timing.policyMs],
    ["execute", timing.executeMs],
    ["record", timing.recordMs],
  ];
  // Steps of simulated desktops are played in a trainer, which does not time each one.
  const timed = timing.totalMs > 0;
  return (
    <div className="space-y-2.5 p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <StateChip look={stepLook(step)} />
        {step.errorCode && <code className="font-mono text-muted text-xs">{step.errorCode}</code>}
        {step.reward !== null && (
          <span className="num text-muted text-xs" title="Step reward, filled in by the verdict">
            reward {step.reward}
          </span>
        )}
        {timed && (
          <span
            className="num ml-auto text-faint text-xs"
            title={parts.map(([n, ms]) => `${n} ${formatDuration(ms)}`).join(", ")}
          >
            {formatDuration(timing.totalMs)}
          </span>
        )}
      </div>
      <div className="rounded bg-raised p-2">
        <CodeLine code={step.code} wrap />
      </div>
      {step.result && (
        <Block label={step.outcome === "ok" ? "Result" : "What went wrong"}>
          <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words">{step.result}</p>
        </Block>
      )}
      {step.thought && (
        <Block label="Thought">
          <p className="max-h-48 overflow-y-auto whitespace-pre-wrap break-words text-muted">
            {step.thought}
          </p>
        </Block>
      )}
      {step.logProb !== null && step.entropy !== null && (
        <Block label="Choice">
          <p
            className="num text-muted text-xs"
            title="Probability the policy gave this action, and its entropy over all it could do"
          >
            probability {formatShare(Math.exp(step.logProb), 1)}, entropy {step.entropy.toFixed(2)} nats
          </p>
        </Block>
      )}
      {timed && (
        <Block label="Time">
          <p className="num flex flex-wrap gap-x-3 text-muted text-xs">
            {parts.map(([name, ms]) => (
              <span key={name}>
                {name} {formatDuration(ms)}
              </span>
            ))}
          </p>
        </Block>
      )}
      <Block label="Saw">
        <p className="text-muted text-xs">
          {observation.foregroundApp ?? "the desktop"} in front of{" "}
          {plural(observation.windows.length, "window")},{" "}
          {plural(observation.accessibility.length, "element")}
          {observation.accessibilityTruncated && " (cut)"}
        </p>
      </Block>
      <details className="text-xs">
        <summary className="focus-ring cursor-pointer rounded text-faint">Raw answer of the policy</summary>
        <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap break-words rounded bg-raised p-2 font-mono">
          {step.responseText || "(empty)"}
        </pre>
      </details>
      <details className="text-xs">
        <summary className="focus-ring cursor-pointer rounded text-faint">Text of the observation</summary>
        <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap break-words rounded bg-raised p-2 font-mono">
          {observation.appInfo || "(no account of the application)"}
          {"\n\n"}
          {observation.accessibility.map((row) => `${row.role}\t${row.name}\t${row.text}`).join("\n")}
        </pre>
      </details>
    </div>
  );
}

function Block({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-0.5 text-2xs text-faint">{label}</h3>
      {children}
    </section>
  );
}
