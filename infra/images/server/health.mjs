// `health ROLE`: ends with 0 when the process of this container does its work, else with 1 and the reason.
import { readFileSync } from "node:fs";

const [role] = process.argv.slice(2);
const addresses = {
  "control-plane": `http://127.0.0.1:${process.env.DESKRL_PORT ?? 4400}/readyz`,
  dashboard: `http://127.0.0.1:${process.env.PORT ?? 3000}/favicon.ico`,
};

/** Any answer of the dashboard's server is one; the control plane says by its status whether it is ready. */
async function answers(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(4_000), redirect: "manual" });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`${address} answers ${response.status}`);
}

function joined() {
  const note = JSON.parse(readFileSync(`${process.env.DESKRL_DATA_DIR ?? "/data"}/connection.json`, "utf8"));
  if (note.state !== "joined")
    throw new Error(`the worker is ${note.state}: ${note.problem?.message ?? "no reason yet"}`);
}

try {
  if (role === "worker") joined();
  else if (role in addresses) await answers(addresses[role]);
  else throw new Error(`health of what? ${Object.keys(addresses).join(", ")} or worker`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
