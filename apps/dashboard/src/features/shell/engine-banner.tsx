"use client";
import { Command } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { splitCommands } from "./commands.logic.ts";

/** Says on every page what the machine lacks and which command helps. */
export function EngineBanner() {
  const trpc = useTRPC();
  const status = useQuery({ ...trpc.system.status.queryOptions(), refetchInterval: 15_000 });
  const problem = status.data?.engineProblem;
  if (!problem) return null;
  return (
    <div
      role="alert"
      data-hue="invalid"
      className="hatch flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-hue-line border-b bg-hue-soft px-4 py-2 text-sm"
    >
      <span className="inline-flex items-center gap-1.5 font-medium text-hue">
        <Wrench aria-hidden="true" size={14} /> No desktops: {problem.message}
      </span>
      <span className="inline-flex flex-wrap items-center gap-1.5">
        {splitCommands(problem.fix).map((part) =>
          part.kind === "command" ? (
            <Command key={part.text} text={part.text} />
          ) : (
            <span key={part.text}>{part.text}</span>
          ),
        )}
      </span>
    </div>
  );
}
