import { clsx } from "clsx";
import type { ComponentProps } from "react";

export type ButtonTone = "primary" | "plain" | "quiet" | "danger";

export interface ButtonProps extends ComponentProps<"button"> {
  tone?: ButtonTone;
  size?: "sm" | "md";
  /** Why the button cannot be used now. Setting it disables the button and says why on hover and to readers. */
  blockedBecause?: string | null | undefined;
}

const TONES: Record<ButtonTone, string> = {
  primary: "bg-accent text-accent-ink hover:brightness-110 border-transparent",
  plain: "bg-panel text-text border-line-strong hover:bg-raised",
  quiet: "bg-transparent text-muted border-transparent hover:bg-raised hover:text-text",
  danger: "bg-panel text-danger border-line-strong hover:bg-raised",
};

/** The class of something that looks like a button but is a link. */
export function buttonClass(tone: ButtonTone = "plain", size: "sm" | "md" = "md"): string {
  return clsx(
    "focus-ring inline-flex shrink-0 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium text-sm transition-colors duration-100",
    size === "sm" ? "h-7 px-2" : "h-8 px-3",
    TONES[tone],
  );
}

/** A button that says why when it cannot be used. It stays focusable so that the reason can be read. */
export function Button({
  tone = "plain",
  size = "md",
  blockedBecause,
  className,
  onClick,
  type = "button",
  title,
  ...rest
}: ButtonProps) {
  const blocked = Boolean(blockedBecause);
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={blocked || undefined}
      title={blockedBecause ?? title}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonClass(tone, size), blocked && "cursor-not-allowed opacity-55", className)}
    />
  );
}
