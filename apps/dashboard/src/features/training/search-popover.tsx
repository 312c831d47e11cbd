"use client";
import { Button, inputClass } from "@deskrl/ui";
import { Popover } from "radix-ui";

export interface SearchPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the button says. */
  trigger: React.ReactNode;
  align: "start" | "end";
  /** Of the field: its name for readers, and what may be typed. */
  search: string;
  placeholder: string;
  typed: string;
  onTyped: (text: string) => void;
  /** Said in place of the list; null while there is a list, or while it is not known. */
  emptyBecause: string | null;
  /** The found, as items of a list. */
  children: React.ReactNode;
}

/** A button that opens a list to search in. */
export function SearchPopover(props: SearchPopoverProps) {
  return (
    <Popover.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Popover.Trigger asChild>
        <Button size="sm" tone="quiet">
          {props.trigger}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align={props.align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-80 max-w-[calc(100vw-16px)] rounded-md border border-line bg-panel p-2 text-sm shadow-pop"
        >
          <input
            type="search"
            aria-label={props.search}
            placeholder={props.placeholder}
            value={props.typed}
            onChange={(event) => props.onTyped(event.target.value)}
            className={`${inputClass("compact")} mb-1 w-full`}
          />
          <ul className="max-h-64 overflow-y-auto">
            {props.children}
            {props.emptyBecause && <li className="px-1 py-2 text-muted text-xs">{props.emptyBecause}</li>}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
