"use client";
import { DropdownMenu } from "radix-ui";

export interface MenuItem {
  key: string;
  label: React.ReactNode;
  onSelect: () => void;
  tone?: "danger";
}

export interface MenuProps {
  trigger: React.ReactNode;
  label?: React.ReactNode;
  items: readonly MenuItem[];
  align?: "start" | "end";
}

/** A drop-down menu; the trigger must be one element that takes a ref. */
export function Menu({ trigger, label, items, align = "end" }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          className="z-50 max-h-80 min-w-44 max-w-80 overflow-y-auto rounded-md border border-line bg-panel p-1 text-sm shadow-pop"
        >
          {label && (
            <DropdownMenu.Label className="border-line border-b px-2 py-1.5 text-muted text-xs">
              {label}
            </DropdownMenu.Label>
          )}
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.key}
              onSelect={item.onSelect}
              className={`flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 outline-none data-[highlighted]:bg-raised ${item.tone === "danger" ? "text-danger" : ""}`}
            >
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
