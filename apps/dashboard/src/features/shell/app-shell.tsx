"use client";
import { ErrorNote, Skeleton } from "@deskrl/ui";
import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { Suspense, useEffect, useMemo, useState } from "react";
import { toProblem } from "../../lib/api/problem.logic.ts";
import { useTRPC } from "../../lib/api/trpc.ts";
import { ShortcutProvider, useShortcuts } from "../../lib/keys/shortcuts.tsx";
import { LiveProvider } from "../../lib/live/live-provider.tsx";
import { EngineBanner } from "./engine-banner.tsx";
import { PAGES } from "./nav.ts";
import { Palette } from "./palette.tsx";
import { TopBar } from "./top-bar.tsx";

/** Header, push channel, keys and palette around every page; sends who is not signed in to the sign-in page. */
export function AppShell({ children }: { children: React.ReactNode }) {
  const trpc = useTRPC();
  const router = useRouter();
  const me = useQuery({ ...trpc.auth.me.queryOptions(), staleTime: 60_000 });
  const signedOut = me.data === null;
  useEffect(() => {
    if (!signedOut) return;
    const here = window.location.pathname + window.location.search;
    router.replace(here === "/" ? "/login" : `/login?next=${encodeURIComponent(here)}`);
  }, [signedOut, router]);

  if (me.isError && !me.data) {
    return (
      <main className="mx-auto max-w-lg px-4 pt-[14vh]">
        <ErrorNote problem={toProblem(me.error)} onRetry={() => void me.refetch()} />
      </main>
    );
  }
  if (!me.data) return <ShellSkeleton />;
  return (
    <LiveProvider>
      <ShortcutProvider>
        <SignedIn>{children}</SignedIn>
      </ShortcutProvider>
    </LiveProvider>
  );
}

function SignedIn({ children }: { children: React.ReactNode }) {
  const router = useRouter();
  const path = usePathname();
  const [palette, setPalette] = useState(false);
  const shortcuts = useMemo(
    () => [
      { keys: "g h", label: "Go to start page", group: "Everywhere", run: () => router.push("/") },
      ...PAGES.map(({ href, label, key }) => ({
        keys: `g ${key}`,
        label: `Go to ${label}`,
        group: "Everywhere",
        run: () => router.push(href),
      })),
      { keys: "/", label: "Search and commands (also ⌘K)", group: "Everywhere", run: () => setPalette(true) },
    ],
    [router],
  );
  useShortcuts(shortcuts);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setPalette((open) => !open);
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <div className="flex h-dvh flex-col">
      <TopBar onOpenPalette={() => setPalette(true)} />
      <EngineBanner />
      <main className="flex min-h-0 flex-1 flex-col">
        <Suspense key={path} fallback={<BodySkeleton />}>
          {children}
        </Suspense>
      </main>
      <Palette open={palette} onOpenChange={setPalette} />
    </div>
  );
}

function ShellSkeleton() {
  return (
    <div className="flex h-dvh flex-col" aria-busy="true">
      <div className="flex h-11 shrink-0 items-center gap-3 border-line border-b bg-panel px-4">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-64" />
      </div>
      <BodySkeleton />
    </div>
  );
}

function BodySkeleton() {
  return (
    <div className="space-y-3 px-4 pt-4">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
