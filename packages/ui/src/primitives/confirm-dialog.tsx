"use client";
import { AlertDialog as Radix } from "radix-ui";
import { buttonClass } from "./button.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, to what and to how many. */
  children: React.ReactNode;
  confirmLabel: string;
  tone?: "primary" | "danger";
  onConfirm: () => void;
}

/** Asks before an act that cannot be taken back, naming what and how many. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirmLabel, tone = "danger", onConfirm } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content className="fixed top-[20vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-md -translate-x-1/2 rounded-lg border border-line bg-panel p-4 shadow-pop outline-none">
          <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-muted text-sm">{children}</div>
          </Radix.Description>
          <div className="mt-4 flex justify-end gap-2">
            <Radix.Cancel className={buttonClass("plain")}>Cancel</Radix.Cancel>
            <Radix.Action
              className={buttonClass(tone === "danger" ? "danger" : "primary")}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
