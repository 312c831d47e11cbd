import pc from "picocolors";
import type { RunningDeskrl } from "../system/start-system.ts";

/** What a person needs after a start: the address, and at the first start the admin's password. */
export function banner(system: Pick<RunningDeskrl, "url" | "firstAdmin" | "layout">): string {
  const lines = ["", `  ${pc.bold("DeskRL")} is at ${pc.cyan(pc.underline(system.url))}`];
  if (system.firstAdmin) {
    lines.push(
      "",
      `  Sign in as ${pc.bold(system.firstAdmin.name)} with the password ${pc.bold(system.firstAdmin.password)}`,
      pc.dim("  It is shown this once. A new one: npm run deskrl -- user reset-password admin"),
    );
  }
  lines.push("", pc.dim(`  Logs in ${system.layout.logs} · Ctrl-C ends everything`), "", "");
  return lines.join("\n");
}
