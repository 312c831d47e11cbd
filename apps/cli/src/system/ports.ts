import { createServer } from "node:net";
import { AppError } from "@deskrl/domain";

/** Listens on the port for a moment; 0 asks for any free one. @returns the port, or null when it is taken */
function probe(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address ? address.port : null;
      server.close(() => resolve(bound));
    });
  });
}

/** Any free port. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const port = await probe(0, host);
  if (port === null) throw new AppError("internal", "The system has no free port left");
  return port;
}

/** @throws AppError `conflict` when something else listens on the port */
export async function requirePort(port: number, host = "127.0.0.1"): Promise<number> {
  if ((await probe(port, host)) !== null) return port;
  throw new AppError("conflict", `Port ${port} is taken by another program`, {
    where: `${host}:${port}`,
    fix: "choose another one with --port N, or stop what listens there",
  });
}
