import { EnvironmentTemplate } from "@deskrl/domain";
import { z } from "zod";
import { createDockerProvider } from "./docker-provider.ts";

/**
 * The other life in the crash test: takes its desktops, says so, and goes on until it is killed.
 * Run as `node --import tsx owner-process.ts '{"ownerId", "stateDir", "template", "used", "unused"}'`.
 */
const Input = z.object({
  ownerId: z.string(),
  stateDir: z.string(),
  template: EnvironmentTemplate,
  used: z.string(),
  unused: z.string(),
});

const { ownerId, stateDir, template, used, unused } = Input.parse(JSON.parse(process.argv[2] ?? ""));
const provider = createDockerProvider({ ownerId, stateDir, template, warm: 1 });
await provider.reconcile({ keep: [] });
const [desktop] = await Promise.all(
  [used, unused].map((environmentId) => provider.ensure({ environmentId, template })),
);
await desktop?.clipboard.write("in the middle of an episode");
process.stdout.write("at work\n");
setInterval(() => {}, 60_000);
