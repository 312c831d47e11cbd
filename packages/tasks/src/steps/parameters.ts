import { z } from "zod";

/** An absolute path of the guest. */
export const GuestPath = z.string().startsWith("/", { error: "expected an absolute path of the desktop" });

/** A command as OSWorld writes it: a list, or one string that a shell reads. */
export const Command = z.union([z.string().min(1), z.array(z.string()).min(1)]);
export type Command = z.infer<typeof Command>;

/**
 * The command as the guest takes it. `shell` with a list joins it, as Python's subprocess users expect of OSWorld;
 * a plain string always goes to a shell.
 */
export function guestCommand(command: Command, shell: boolean): Command {
  return shell && Array.isArray(command) ? command.join(" ") : command;
}

/** The command as a person reads it in a message. */
export function showCommand(command: Command): string {
  return Array.isArray(command) ? command.join(" ") : command;
}
