"use client";
import { buttonClass, Menu } from "@deskrl/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Keyboard, LogOut } from "lucide-react";
import { useTRPC } from "../../lib/api/trpc.ts";
import { useShortcutSheet } from "../../lib/keys/shortcuts.tsx";
import { useActor } from "../auth/use-actor.ts";

/** Who is signed in, and the way out. */
export function UserMenu() {
  const actor = useActor();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const openSheet = useShortcutSheet();
  const logout = useMutation(
    trpc.auth.logout.mutationOptions({
      onSettled: () => queryClient.setQueryData(trpc.auth.me.queryKey(), null),
    }),
  );
  if (!actor) return null;
  return (
    <Menu
      label={`${actor.name} · ${actor.role}`}
      trigger={
        <button type="button" className={buttonClass("quiet", "sm")}>
          <span className="max-w-24 truncate">{actor.name}</span>
          <ChevronDown aria-hidden="true" size={13} />
        </button>
      }
      items={[
        {
          key: "keys",
          label: (
            <>
              <Keyboard aria-hidden="true" size={14} /> Keys of this page
            </>
          ),
          onSelect: openSheet,
        },
        {
          key: "logout",
          label: (
            <>
              <LogOut aria-hidden="true" size={14} /> Sign out
            </>
          ),
          onSelect: () => logout.mutate(),
        },
      ]}
    />
  );
}
