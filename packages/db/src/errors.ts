import { AppError } from "@deskrl/domain";

/** SQLSTATEs of PostgreSQL, errors of Node's sockets, and codes and kinds of Prisma and its adapter that mean "not reachable now", as opposed to a wrong query. */
const UNAVAILABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "P1000",
  "P1001",
  "P1002",
  "P1003",
  "P1008",
  "P1010",
  "P1017",
  "P2024",
  "P2037",
  "28P01",
  "3D000",
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
  "AuthenticationFailed",
  "DatabaseDoesNotExist",
]);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|server closed the connection|Unable to start a transaction in the given time|not queryable/i;

/** All codes along the chain of causes, with those that Prisma's adapter keeps in `meta`. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth > 6) return [];
  const found: string[] = [];
  for (const key of ["code", "originalCode", "kind"] as const) {
    const code: unknown = Reflect.get(error, key);
    if (typeof code === "string") found.push(code);
  }
  for (const key of ["cause", "meta", "driverAdapterError"] as const) {
    found.push(...codesOf(Reflect.get(error, key), depth + 1));
  }
  const errors: unknown = Reflect.get(error, "errors");
  if (Array.isArray(errors)) for (const item of errors) found.push(...codesOf(item, depth + 1));
  return found;
}

/** True for a serialization failure or a deadlock: the same transaction may succeed when tried again. */
export function isRetryable(error: unknown): boolean {
  return codesOf(error).some((code) =>
    ["P2034", "40001", "40P01", "TransactionWriteConflict"].includes(code),
  );
}

/** True when the server cannot be reached or has gone away. */
export function isUnavailable(error: unknown): boolean {
  if (codesOf(error).some((code) => UNAVAILABLE.has(code))) return true;
  return error instanceof Error && UNAVAILABLE_TEXT.test(error.message);
}

/** True for a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return codesOf(error).some((code) => ["P2002", "23505", "UniqueConstraintViolation"].includes(code));
}

/** `database_unavailable` where the server is away; every other error as it is. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof AppError || !isUnavailable(error)) return error;
  return new AppError("database_unavailable", "PostgreSQL cannot be reached.", {
    where: "database connection",
    fix: "Check that the PostgreSQL server runs and that DATABASE_URL names it with a valid user and database.",
    cause: error,
  });
}
