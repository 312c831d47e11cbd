"use client";
import { clsx } from "clsx";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { shortenId } from "../text/words.logic.ts";

/** Copies `text` and reports whether the browser let it. */
function useCopy(text: string) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  return { state, copy };
}

/** An id in mono, shortened in the middle, copied by a click. */
export function CopyId({ id, label, full = false }: { id: string; label?: string; full?: boolean }) {
  const { state, copy } = useCopy(id);
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        copy();
      }}
      title={state === "refused" ? `${id} (the browser refused to copy; select it by hand)` : `Copy ${id}`}
      className="focus-ring group inline-flex max-w-full cursor-copy items-center gap-1 rounded font-mono text-muted text-xs hover:text-text"
    >
      {label && <span className="font-sans text-faint">{label}</span>}
      <span className="truncate">{full ? id : shortenId(id)}</span>
      {state === "copied" ? (
        <Check aria-label="Copied" size={11} />
      ) : (
        <Copy aria-hidden="true" size={11} className="opacity-0 group-hover:opacity-70" />
      )}
    </button>
  );
}

/** A command to run elsewhere, with a copy button; `wrap` shows a long one whole. */
export function Command({ text, wrap = false }: { text: string; wrap?: boolean }) {
  const { state, copy } = useCopy(text);
  return (
    <span
      className={clsx(
        "inline-flex max-w-full gap-1 rounded border border-line bg-raised py-0.5 pr-0.5 pl-2",
        wrap ? "items-start" : "items-center",
      )}
    >
      <code
        className={clsx(
          "min-w-0 select-all font-mono text-xs",
          wrap ? "whitespace-pre-wrap break-all py-1" : "overflow-x-auto whitespace-nowrap",
        )}
      >
        {text}
      </code>
      <button
        type="button"
        aria-label={state === "copied" ? "Copied" : `Copy ${text}`}
        onClick={copy}
        className="focus-ring rounded p-1 text-muted hover:text-text"
      >
        {state === "copied" ? <Check aria-hidden="true" size={12} /> : <Copy aria-hidden="true" size={12} />}
      </button>
    </span>
  );
}

/** A key as it is printed on a keyboard. */
export function Kbd({ children }: { children: React.ReactNode }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded border border-line-strong bg-raised px-1 font-sans text-2xs text-muted">
      {children}
    </kbd>
  );
}
