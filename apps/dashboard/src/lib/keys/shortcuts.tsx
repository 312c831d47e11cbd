"use client";
import { Dialog, Kbd } from "@deskrl/ui";
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState } from "react";
import { isTyping, matchShortcut, type Pressed, type Shortcut } from "./sequence.logic.ts";

interface Registry {
  register: (id: string, shortcuts: readonly Shortcut[]) => () => void;
  openSheet: () => void;
}

const ShortcutContext = createContext<Registry | null>(null);

/** Listens for the keys of everything on the page, and shows them all under `?`. */
export function ShortcutProvider({ children }: { children: React.ReactNode }) {
  const registered = useRef(new Map<string, readonly Shortcut[]>());
  const [sheet, setSheet] = useState<readonly Shortcut[] | null>(null);
  const registry = useMemo<Registry>(
    () => ({
      register: (id, shortcuts) => {
        registered.current.set(id, shortcuts);
        return () => registered.current.delete(id);
      },
      openSheet: () => setSheet([...registered.current.values()].flat()),
    }),
    [],
  );
  useEffect(() => {
    let previous: Pressed | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      // Dialogs and the screen of a desktop have the keyboard to themselves.
      if (isTyping(target) || target?.closest("[role=dialog], [role=alertdialog], [role=menu], canvas"))
        return;
      if (event.key === "?") {
        event.preventDefault();
        return registry.openSheet();
      }
      const pressed = { key: event.key, atMs: event.timeStamp };
      const { match, remember } = matchShortcut([...registered.current.values()].flat(), previous, pressed);
      previous = remember;
      if (!match) return;
      event.preventDefault();
      match.run();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [registry]);
  return (
    <ShortcutContext value={registry}>
      {children}
      <ShortcutSheet shortcuts={sheet} onClose={() => setSheet(null)} />
    </ShortcutContext>
  );
}

/** Registers keys while the component is on the page. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(ShortcutContext);
  const id = useId();
  useEffect(() => registry?.register(id, shortcuts), [registry, id, shortcuts]);
}

/** Opens the sheet of keys, for the menu and the palette. */
export function useShortcutSheet(): () => void {
  return useContext(ShortcutContext)?.openSheet ?? (() => {});
}

const PRINTED: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

function ShortcutSheet({
  shortcuts,
  onClose,
}: {
  shortcuts: readonly Shortcut[] | null;
  onClose: () => void;
}) {
  const groups = Map.groupBy(shortcuts ?? [], (shortcut) => shortcut.group);
  return (
    <Dialog open={shortcuts !== null} onOpenChange={(open) => !open && onClose()} title="Keys of this page">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {[...groups].map(([group, list]) => (
          <section key={group}>
            <h3 className="mb-1.5 text-faint text-xs">{group}</h3>
            <dl className="space-y-1">
              {[...Map.groupBy(list, (shortcut) => shortcut.label)].map(([label, same]) => (
                <div key={label} className="flex items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd className="flex gap-1">
                    {same.map((shortcut) => (
                      <Kbd key={shortcut.keys}>{PRINTED[shortcut.keys] ?? shortcut.keys}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
