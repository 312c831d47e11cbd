"use client";
import { Button, ConfirmDialog, ErrorNote, RelativeTime } from "@deskrl/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { Section } from "../shell/page-frame.tsx";

/** The tokens that workers join with; a revoked one cuts its workers off within seconds. */
export function WorkerTokens() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const block = useRoleBlock("operator");
  const tokens = useQuery({ ...trpc.worker.tokens.queryOptions({ limit: 50 }), enabled: block === null });
  const [asking, setAsking] = useState<{ id: string; name: string } | null>(null);
  const revoke = useMutation(
    trpc.worker.revokeToken.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.worker.tokens.pathKey() }),
    }),
  );
  if (block !== null || tokens.data?.items.length === 0) return null;
  return (
    <Section title="Worker tokens" className="mt-4 max-w-3xl">
      {tokens.isError && (
        <div className="p-3">
          <ErrorNote problem={toProblem(tokens.error)} onRetry={() => void tokens.refetch()} />
        </div>
      )}
      {revoke.isError && (
        <div className="p-3">
          <ErrorNote problem={toProblem(revoke.error)} />
        </div>
      )}
      <ul className="divide-y divide-line text-sm">
        {tokens.data?.items.map(({ id, name, createdBy, createdAt, lastUsedAt, revokedAt }) => (
          <li key={id} data-token={id} className="flex items-center gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className={revokedAt ? "truncate text-faint line-through" : "truncate"}>{name}</p>
              <p className="text-faint text-xs">
                by {createdBy} <RelativeTime at={createdAt} />,{" "}
                {lastUsedAt ? (
                  <>
                    used <RelativeTime at={lastUsedAt} />
                  </>
                ) : (
                  "never used"
                )}
                {revokedAt && (
                  <>
                    , revoked <RelativeTime at={revokedAt} />
                  </>
                )}
              </p>
            </div>
            {!revokedAt && createdBy !== "system" && (
              <Button size="sm" tone="danger" onClick={() => setAsking({ id, name })}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={`Revoke ${asking?.name ?? "the token"}?`}
        confirmLabel="Revoke 1 token"
        onConfirm={() => asking && revoke.mutate({ id: asking.id })}
      >
        Workers that joined with it are cut off within seconds. Episodes on them end as invalid and are tried
        again elsewhere.
      </ConfirmDialog>
    </Section>
  );
}
