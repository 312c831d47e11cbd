import type { Problem } from "@deskrl/ui";
import { z } from "zod";

const WireProblem = z.object({
  code: z.string(),
  message: z.string(),
  where: z.string().nullish(),
  fix: z.string().nullish(),
});

/** What a failed call says to a person: the server's own words, or that the server could not be reached. */
export function toProblem(error: unknown): Problem {
  const wire = WireProblem.safeParse(appData(error));
  if (wire.success) {
    const { code, message, where, fix } = wire.data;
    return { code, message, where: where ?? undefined, fix: fix ?? undefined };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (/failed to fetch|networkerror|load failed|fetch failed/i.test(text)) {
    return {
      code: "unreachable",
      message: "The control plane does not answer.",
      fix: "Check that it is running; this page goes on by itself once it is back.",
    };
  }
  if (/unable to transform response|unexpected token|is not valid json/i.test(text)) {
    return {
      code: "unreadable",
      message: "The control plane, or a proxy before it, answered something that this page cannot read.",
      fix: "Reload the page: it may be of another version. If that does not help, look at /readyz.",
    };
  }
  return { code: "internal", message: text, fix: "Reload the page; if it happens again, tell an operator." };
}

/** True for failures that another attempt cannot cure: bad input, missing rights, missing rows. */
export function isFinal(error: unknown): boolean {
  const { code } = toProblem(error);
  return [
    "invalid_input",
    "unauthenticated",
    "wrong_password",
    "forbidden",
    "not_found",
    "conflict",
  ].includes(code ?? "");
}

function appData(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("data" in error)) return undefined;
  const { data } = error;
  return typeof data === "object" && data !== null && "app" in data ? data.app : undefined;
}
