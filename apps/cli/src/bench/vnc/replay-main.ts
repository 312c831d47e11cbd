/**
 * A screen server, as a process of its own, that sends a recorded stream again and again, as fast as it is taken.
 * Usage: replay-main.ts FILE_OF_SERVER_INIT FILE_OF_UPDATES TOTAL_BYTES; writes the port it listens on.
 */
import { readFileSync } from "node:fs";
import { startReplayServer } from "./replay-server.ts";

const [serverInit = "", updates = "", totalBytes = "0"] = process.argv.slice(2);
const stream = { serverInit: readFileSync(serverInit), updates: readFileSync(updates) };
const { port } = await startReplayServer(stream, Number(totalBytes));
process.stdout.write(`${port}\n`);
