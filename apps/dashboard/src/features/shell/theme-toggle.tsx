"use client";
import { buttonClass } from "@deskrl/ui";
import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";

/** Switches between light and dark; follows the system until used. */
export function ThemeToggle() {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      onClick={() => setTheme(resolvedTheme === "dark" ? "light" : "dark")}
      className={buttonClass("quiet", "sm")}
    >
      <Sun aria-hidden="true" size={15} className="hidden dark:block" />
      <Moon aria-hidden="true" size={15} className="dark:hidden" />
    </button>
  );
}
