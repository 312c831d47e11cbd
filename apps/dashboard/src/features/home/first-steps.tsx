import { buttonClass, plural } from "@deskrl/ui";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import Link from "next/link";
import type { SystemStatus } from "../../lib/api/types.ts";

/** Three steps with their live state: desktops, a run, watching it. */
export function FirstSteps({ status }: { status: SystemStatus }) {
  const { ready, desired } = status.desktops;
  const up = desired > 0 && ready >= desired;
  return (
    <ol className="grid gap-3 lg:grid-cols-3">
      <StepCard number={1} title="Desktops ready" done={up} current={!up}>
        <p className="num font-semibold text-2xl">
          {ready}
          <span className="text-faint">/{desired}</span>
        </p>
        <p className="text-muted text-sm">
          {status.workers.length === 0
            ? "No worker has joined yet. It does so by itself when DeskRL starts with one."
            : status.engineProblem
              ? "The worker cannot start desktops; what is missing is said at the top of this page."
              : up
                ? `${plural(ready, status.provider === "sim" ? "simulated desktop" : "real desktop")} with office software, waiting for an agent.`
                : "They are being started; the first is there within seconds."}
        </p>
        <Link href="/fleet" className={buttonClass("plain", "sm")}>
          Look at them
        </Link>
      </StepCard>
      <StepCard number={2} title="Start a run" done={false} current={up}>
        <p className="text-muted text-sm">
          Train a small policy on simulated desktops and see reward and entropy move within a minute; or let
          the oracle, which knows the solutions, try the tasks of a suite.
        </p>
        <span className="flex flex-wrap gap-2">
          <Link href="/runs?new=train" className={buttonClass("primary", "sm")}>
            Train a policy
          </Link>
          <Link href="/runs?new=evaluate" className={buttonClass("plain", "sm")}>
            Evaluate one
          </Link>
        </span>
      </StepCard>
      <StepCard number={3} title="Watch" done={false} current={false}>
        <p className="text-muted text-sm">
          Every desktop is live on the fleet page. Click one to see the agent work, and open any trajectory
          afterwards to see what happened, step by step.
        </p>
        <Link href="/trajectories" className={buttonClass("plain", "sm")}>
          Trajectories
        </Link>
      </StepCard>
    </ol>
  );
}

function StepCard(props: {
  number: number;
  title: string;
  done: boolean;
  current: boolean;
  children: React.ReactNode;
}) {
  const { number, title, done, current, children } = props;
  return (
    <li
      aria-current={current ? "step" : undefined}
      className={clsx(
        "flex flex-col items-start gap-2 rounded-lg border bg-panel p-4",
        current ? "border-accent" : "border-line",
      )}
    >
      <h2 className="flex items-center gap-2 font-medium text-base">
        <span
          data-hue="succeeded"
          className={clsx(
            "flex size-5 items-center justify-center rounded-full border text-xs",
            done ? "border-hue bg-hue-soft text-hue" : "border-line-strong text-muted",
          )}
        >
          {done ? <Check aria-label="done" size={12} /> : number}
        </span>
        {title}
      </h2>
      {children}
    </li>
  );
}
