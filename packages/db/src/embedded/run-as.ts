import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { AppError } from "@deskrl/domain";

const run = promisify(execFile);
/** The account that PostgreSQL runs under when we are root, since it refuses to run as root. */
const ACCOUNT = "postgres";

export interface Identity {
  uid?: number;
  gid?: number;
}

async function lookUp(): Promise<Identity | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", ACCOUNT]), run("id", ["-g", ACCOUNT])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** Whom to run the server as: ourselves, or for root the account `postgres`, which is made when it is missing. */
export async function serverIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const known = await lookUp();
  if (known) return known;
  try {
    await run("useradd", [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
      ACCOUNT,
    ]);
  } catch (cause) {
    const raced = await lookUp();
    if (raced) return raced;
    throw new AppError(
      "database_unavailable",
      "PostgreSQL does not run as root, and no account could be made for it.",
      {
        where: "embedded PostgreSQL",
        fix: `Run useradd --system ${ACCOUNT}, or start DeskRL as another user than root.`,
        cause,
      },
    );
  }
  const made = await lookUp();
  if (!made) throw new Error(`useradd made no account ${ACCOUNT}`);
  return made;
}
