import { clsx } from "clsx";
import { tokenise } from "./code-tokens.logic.ts";

const COLOURS = {
  call: "text-accent font-medium",
  text: "text-[var(--state-succeeded)]",
  number: "text-[var(--state-starting)]",
  name: "text-muted",
  plain: "",
} as const;

/** One line of an action, coloured by what its parts are. */
export function CodeLine({ code, wrap = false }: { code: string; wrap?: boolean }) {
  if (code === "") return <span className="text-faint text-xs italic">no code</span>;
  return (
    <code
      title={wrap ? undefined : code}
      className={clsx("font-mono text-xs", wrap ? "whitespace-pre-wrap break-words" : "block truncate")}
    >
      {tokenise(code).map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one fixed line
        <span key={index} className={COLOURS[token.kind]}>
          {token.text}
        </span>
      ))}
    </code>
  );
}
