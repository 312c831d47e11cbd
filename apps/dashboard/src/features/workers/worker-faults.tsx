import { Command } from "@deskrl/ui";
import { Wrench } from "lucide-react";
import { splitCommands } from "../shell/commands.logic.ts";
import type { Fault } from "./worker-view.logic.ts";

/** What is wrong with a worker, each with what would help. */
export function WorkerFaults({ faults }: { faults: readonly Fault[] }) {
  return faults.map(({ key, message, fix }) => (
    <div
      key={key}
      data-hue="invalid"
      data-fault={key}
      role="alert"
      className="mt-2 rounded border border-hue-line bg-hue-soft p-2 text-sm"
    >
      <p className="flex gap-1.5 text-hue">
        <Wrench aria-hidden="true" size={13} className="mt-1 shrink-0" />
        <span className="min-w-0 break-words">{message}</span>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-1.5 text-xs">
        {splitCommands(fix).map((part) =>
          part.kind === "command" ? (
            <Command key={part.text} text={part.text} />
          ) : (
            <span key={part.text}>{part.text}</span>
          ),
        )}
      </p>
    </div>
  ));
}
