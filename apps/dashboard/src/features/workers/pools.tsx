"use client";
import { Button, ErrorNote } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import type { TemplateRow } from "../../lib/api/types.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { Section } from "../shell/page-frame.tsx";
import { PoolDialog } from "./pool-dialog.tsx";
import { poolRule } from "./pools.logic.ts";

const COUNTS = [
  ["ready", "ready"],
  ["atWork", "at work"],
  ["coming", "being made"],
  ["failed", "broken"],
  ["stopping", "stopping"],
] as const;

/** The kinds of desktops and how many of each are kept in the whole fleet. */
export function Pools() {
  const trpc = useTRPC();
  const pools = useQuery({ ...trpc.template.list.queryOptions(), refetchInterval: 5_000 });
  const block = useRoleBlock("operator");
  const [open, setOpen] = useState<TemplateRow | "new" | null>(null);
  return (
    <Section
      title="Desktop pools"
      className="mt-4 max-w-3xl"
      action={
        <Button size="sm" blockedBecause={block} onClick={() => setOpen("new")}>
          <Plus aria-hidden="true" size={13} /> Add a template
        </Button>
      }
    >
      {pools.isError && !pools.data && (
        <div className="p-3">
          <ErrorNote problem={toProblem(pools.error)} onRetry={() => void pools.refetch()} />
        </div>
      )}
      <ul className="divide-y divide-line text-sm">
        {pools.data?.map((pool) => (
          <li
            key={pool.name}
            data-pool={pool.name}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
          >
            <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
              <p className="truncate font-medium">{pool.name}</p>
              <p className="text-faint text-xs">
                {poolRule(pool)}
                {pool.settings.screen && `; ${pool.settings.screen.width}×${pool.settings.screen.height}`}
                {pool.settings.image && `; ${pool.settings.image}`}
              </p>
            </div>
            <span className="num min-w-20 text-muted text-xs sm:text-right">
              {COUNTS.filter(([key]) => pool[key] > 0)
                .map(([key, word]) => `${pool[key]} ${word}`)
                .join(", ") || "none now"}
            </span>
            <Button size="sm" className="ml-auto" blockedBecause={block} onClick={() => setOpen(pool)}>
              Change
            </Button>
          </li>
        ))}
      </ul>
      <PoolDialog pool={open} onClose={() => setOpen(null)} />
    </Section>
  );
}
