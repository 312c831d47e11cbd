"use client";
import { buttonClass, Kbd } from "@deskrl/ui";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { ConnectionChip } from "./connection-chip.tsx";
import { PAGES } from "./nav.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { UserMenu } from "./user-menu.tsx";
import { Wordmark } from "./wordmark.tsx";

/** Names of paths that belong to a page of the header without being under it. */
const HOME_OF: Record<string, string> = { "/desktops": "/fleet" };

export function TopBar({ onOpenPalette }: { onOpenPalette: () => void }) {
  const first = `/${usePathname().split("/")[1] ?? ""}`;
  const current = HOME_OF[first] ?? first;
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-1 border-line border-b bg-panel px-3">
      <Link href="/" aria-label="DeskRL, start page" className="mr-2 shrink-0">
        <Wordmark />
      </Link>
      <nav
        aria-label="Pages"
        className="flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto [scrollbar-width:none] max-sm:order-last max-sm:basis-full max-sm:pb-1.5"
      >
        {PAGES.map(({ href, label, key }) => (
          <Link
            key={href}
            href={href}
            title={`${label} (g ${key})`}
            aria-current={current === href ? "page" : undefined}
            className={clsx(
              "flex h-7 items-center rounded-md px-2.5 text-sm",
              current === href ? "bg-raised font-medium text-text" : "text-muted hover:text-text",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <span className="max-sm:ml-auto">
        <ConnectionChip />
      </span>
      <button
        type="button"
        onClick={onOpenPalette}
        aria-label="Search and commands"
        className={clsx(buttonClass("quiet", "sm"), "max-sm:hidden")}
      >
        <Search aria-hidden="true" size={14} />
        <Kbd>⌘K</Kbd>
      </button>
      <ThemeToggle />
      <UserMenu />
    </header>
  );
}
