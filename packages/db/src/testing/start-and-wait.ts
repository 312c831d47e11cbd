/** Runs a server until it is killed; for the test of what happens then. */
import { startEmbeddedPostgres } from "../embedded/start.ts";

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? "" });
process.send?.({ url });
setInterval(() => {}, 1_000);
