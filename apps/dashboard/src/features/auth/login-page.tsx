"use client";
import { Button, ErrorNote, TextField } from "@deskrl/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { Wordmark } from "../shell/wordmark.tsx";
import { safeReturnPath } from "./return-path.logic.ts";

/** Name and password; says what is wrong in place and never which of the two. */
export function LoginPage() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const next = safeReturnPath(useSearchParams().get("next"));
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const login = useMutation(
    trpc.auth.login.mutationOptions({
      onSuccess: (actor) => {
        queryClient.clear();
        queryClient.setQueryData(trpc.auth.me.queryKey(), actor);
        router.replace(next);
      },
    }),
  );
  const missing =
    name.trim() === "" ? "Type your name first" : password === "" ? "Type your password first" : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null) login.mutate({ name: name.trim(), password });
  };
  return (
    <main className="flex min-h-full items-start justify-center px-4 pt-[14vh]">
      <form
        onSubmit={submit}
        className="w-full max-w-sm rounded-lg border border-line bg-panel p-6 shadow-pop"
      >
        <Wordmark />
        <h1 className="mt-5 font-semibold text-lg">Sign in</h1>
        <div className="mt-4 space-y-3">
          <TextField
            label="Name"
            name="name"
            autoComplete="username"
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {login.isError && <ErrorNote problem={toProblem(login.error)} />}
          <Button
            type="submit"
            tone="primary"
            className="w-full"
            blockedBecause={login.isPending ? "Signing in" : missing}
          >
            {login.isPending ? "Signing in…" : "Sign in"}
          </Button>
        </div>
        <p className="mt-4 text-faint text-xs">
          The first password is printed where DeskRL was started, and kept in the file{" "}
          <code className="font-mono">first-admin.json</code> of its data folder.
        </p>
      </form>
    </main>
  );
}
