// `npm run deskrl -- …`: the command line. Sets up what is missing, then runs apps/cli in this process.
import { bootstrap } from "./bootstrap.mjs";

bootstrap({ quiet: process.argv.includes("--json") });
const { register } = await import("tsx/esm/api");
register();
const { main } = await import("../apps/cli/src/main.ts");
await main(process.argv.slice(2));
