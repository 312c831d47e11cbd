"use client";
import { Button, ErrorNote, inputClass } from "@deskrl/ui";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import type { Control } from "./control.logic.ts";

/** Text to and from the desktop's clipboard; the one way for letters that a keyboard cannot send. */
export function ClipboardPanel({ id, control }: { id: string; control: Control }) {
  const trpc = useTRPC();
  const block = useRoleBlock("operator");
  const field = useId();
  const [text, setText] = useState("");
  const read = useMutation(
    trpc.environment.clipboardRead.mutationOptions({ onSuccess: (answer) => setText(answer.text) }),
  );
  const write = useMutation(trpc.environment.clipboardWrite.mutationOptions());
  const failed = write.isError ? write.error : read.isError ? read.error : null;
  return (
    <div className="space-y-2 p-3">
      <label htmlFor={field} className="sr-only">
        Clipboard text
      </label>
      <textarea
        id={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={3}
        placeholder="Text for the desktop, or read what is in it"
        className={`${inputClass("area")} resize-y`}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          blockedBecause={block ?? (read.isPending ? "Reading" : null)}
          onClick={() => read.mutate({ id })}
        >
          {read.isPending ? "Reading…" : "Read"}
        </Button>
        <Button
          size="sm"
          blockedBecause={
            block ??
            (control.kind === "me"
              ? write.isPending
                ? "Sending"
                : null
              : "Take control first, so that you do not write into an agent's work")
          }
          onClick={() => write.mutate({ id, text })}
        >
          {write.isPending ? "Sending…" : "Send to desktop"}
        </Button>
        <output className="text-faint text-xs">
          {write.isSuccess && "In the desktop's clipboard; paste it there with Ctrl V"}
          {!write.isSuccess && read.isSuccess && (text === "" ? "The clipboard is empty" : "Read")}
        </output>
      </div>
      {failed && <ErrorNote problem={toProblem(failed)} />}
    </div>
  );
}
