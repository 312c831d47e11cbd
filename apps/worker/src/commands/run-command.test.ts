import type { Desktop } from "@deskrl/desktops";
import { AppError } from "@deskrl/domain";
import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

const nowhere = (): Desktop => {
  throw new AppError("not_found", "This worker has no environment env_1.", { fix: "Look again." });
};

test("a command that cannot be carried out is answered with the error", async () => {
  const read = { commandId: "c", environmentId: "env_1", commandJson: '{"kind":"clipboard.read"}' };
  const { errorJson } = await runCommand(read, nowhere);
  expect(JSON.parse(errorJson ?? "")).toMatchObject({ code: "not_found", fix: "Look again." });
  for (const commandJson of ["{", "{}", '{"kind":"rm -rf"}']) {
    const answer = await runCommand({ ...read, commandJson }, nowhere);
    expect(JSON.parse(answer.errorJson ?? "")).toMatchObject({ code: expect.any(String) });
  }
});
