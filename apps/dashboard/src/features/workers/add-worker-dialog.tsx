"use client";
import { Button, Command, Dialog, ErrorNote, Skeleton, TextField } from "@deskrl/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useRoleBlock } from "../auth/use-actor.ts";
import { joinCommand, likelyAddress } from "./join-command.logic.ts";

/** Mints a token and shows, once, the command that joins a machine with it. */
export function AddWorkerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Add a worker"
      description="A worker is a daemon on another machine. It dials this control plane and needs no open port itself."
      className="max-w-2xl"
    >
      {/* Made anew each time it opens, so that a token that was shown is not shown again. */}
      {open && <AddWorker onClose={onClose} />}
    </Dialog>
  );
}

function AddWorker({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const block = useRoleBlock("operator");
  const door = useQuery({ ...trpc.worker.door.queryOptions(), enabled: block === null });
  const [name, setName] = useState("");
  const [desktops, setDesktops] = useState("4");
  const [typed, setTyped] = useState<string | null>(null);
  const mint = useMutation(
    trpc.worker.createToken.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.worker.tokens.pathKey() }),
    }),
  );
  if (block) return <p className="text-muted text-sm">{block}.</p>;
  if (door.isError) return <ErrorNote problem={toProblem(door.error)} onRetry={() => void door.refetch()} />;
  if (!door.data) return <Skeleton className="h-32 w-full" />;
  const address = typed ?? likelyAddress(door.data, window.location.hostname);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !mint.isPending) mint.mutate({ name: name.trim() });
  };
  return (
    <div className="space-y-4 text-sm">
      {door.data.thisMachineOnly && <ClosedDoor />}
      <form onSubmit={submit} className="space-y-3" noValidate>
        <div className="grid gap-3 sm:grid-cols-[1fr_8rem]">
          <TextField
            label="Name of the token"
            hint="Who or what it is for, such as the rack. It is in the audit log."
            value={name}
            maxLength={64}
            disabled={mint.isSuccess}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Desktops it offers"
            type="number"
            min={0}
            max={1000}
            value={desktops}
            onChange={(event) => setDesktops(event.target.value)}
          />
        </div>
        <TextField
          label="Address of this control plane, as that machine reaches it"
          value={address}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => setTyped(event.target.value)}
          {...(door.data.addresses.length > 1
            ? { hint: `Known addresses: ${door.data.addresses.join(", ")}` }
            : {})}
        />
        {mint.isError && <ErrorNote problem={toProblem(mint.error)} />}
        {!mint.isSuccess && (
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              tone="primary"
              aria-busy={mint.isPending || undefined}
              blockedBecause={name.trim() === "" ? "Give the token a name first" : null}
            >
              {mint.isPending ? "Minting" : "Mint a token"}
            </Button>
          </div>
        )}
      </form>
      {mint.isSuccess && (
        <section aria-label="Join command" className="space-y-2 border-line border-t pt-3">
          <p>On the other machine, with this project on it:</p>
          <div className="overflow-hidden">
            <Command
              wrap
              text={joinCommand({
                address: address.trim(),
                fingerprint: door.data.fingerprint,
                token: mint.data.token,
                desktops: Math.max(0, Number.parseInt(desktops, 10) || 0),
              })}
            />
          </div>
          <p className="text-muted text-xs">
            The token is shown this once. The machine remembers what it joined: later{" "}
            <code className="font-mono">npm run worker</code> is enough.{" "}
            {door.data.fingerprint
              ? "The address carries the fingerprint of this control plane's certificate; the worker talks to no other."
              : "There is no TLS on this port, since only this machine reaches it."}{" "}
            Without a Docker engine there, <code className="font-mono">npm run setup:docker</code> sets one
            up.
          </p>
          <div className="flex justify-end">
            <Button tone="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

function ClosedDoor() {
  return (
    <div data-hue="paused" role="note" className="flex gap-2 rounded border border-hue-line bg-hue-soft p-2">
      <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-hue" />
      <div className="min-w-0 space-y-1">
        <p>Only this machine reaches the port for workers. To let others join, start it with</p>
        <Command text="npm start -- --worker-host 0.0.0.0" />
        <p className="text-muted text-xs">
          The port then speaks TLS, with a certificate made on the first start.
        </p>
      </div>
    </div>
  );
}
