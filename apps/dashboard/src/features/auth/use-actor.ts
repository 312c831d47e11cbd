"use client";
import { type Actor, hasRole, type Role } from "@deskrl/domain";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.ts";

/** Who is signed in; null while unknown. */
export function useActor(): Actor | null {
  const trpc = useTRPC();
  return useQuery({ ...trpc.auth.me.queryOptions(), staleTime: 60_000 }).data ?? null;
}

/** Why the signed-in person may not do something, or null when they may. */
export function useRoleBlock(needed: Role): string | null {
  const actor = useActor();
  if (actor === null) return "Waiting for who you are";
  return hasRole(actor.role, needed) ? null : `This needs the role ${needed}; you are ${actor.role}`;
}
