"use client";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: React.ReactNode;
  className?: string;
}

/** A modal dialog with a title, a close button, and focus kept inside. */
export function Dialog({ open, onOpenChange, title, description, children, className }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={focusFirstField}
          className={clsx(
            "fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 flex-col rounded-lg border border-line bg-panel shadow-pop outline-none",
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 border-line border-b px-4 py-3">
            <div>
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-muted text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="focus-ring rounded p-1 text-muted hover:bg-raised hover:text-text"
            >
              <X aria-hidden="true" size={16} />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A form begins at its first field, not at the button that closes it. */
function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const field = event.currentTarget.querySelector<HTMLElement>("input, select, textarea");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
