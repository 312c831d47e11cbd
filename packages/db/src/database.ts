import { PrismaPg } from "@prisma/adapter-pg";
import { toDatabaseError } from "./errors.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { createLongTexts } from "./long-texts.ts";
import { sanitize } from "./sanitize.ts";
import { runTransaction, type Transaction, type TransactionOptions } from "./transaction.ts";

/** An open connection pool. */
export interface Database {
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one transaction, again from the start after a serialization failure or deadlock (bounded), so
   * `work` must touch nothing but `tx`.
   * @throws AppError `database_unavailable`
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Fails with `database_unavailable` unless the server answers a query. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface CreateDatabaseOptions {
  /** `postgresql://user:password@host:port/database` */
  url: string;
  /** Connections kept at most. @default 10 */
  poolSize?: number;
  /** How long a query waits for a connection, ms. @default 5000 */
  connectTimeoutMs?: number;
}

/** Opens a pool; the first query connects. */
export function createDatabase(options: CreateDatabaseOptions): Database {
  const adapter = new PrismaPg({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: "deskrl",
  });
  const longTexts = createLongTexts();
  const extended = new PrismaClient({ adapter: longTexts.restoring(adapter) }).$extends({
    name: "deskrl",
    query: {
      async $allOperations({ args, query }) {
        try {
          if (args instanceof Prisma.Sql) {
            const { strings, values } = args;
            // Text of a raw query's values goes the same way as that of a model's fields.
            return await longTexts.lend(sanitize([...values]), (short) =>
              query(new Prisma.Sql([...strings], short) as typeof args),
            );
          }
          // Replacing characters inside strings leaves every type as it was.
          return await query(sanitize(args));
        } catch (error) {
          throw toDatabaseError(error);
        }
      },
    },
  });
  // An extension of queries changes what they do, not the client's shape; the plain type keeps signatures readable.
  const prisma = extended as unknown as PrismaClient;
  return {
    prisma,
    transaction: (work, transactionOptions) => runTransaction(prisma, work, transactionOptions),
    async ping() {
      await prisma.$queryRaw`SELECT 1`;
    },
    close: () => prisma.$disconnect(),
  };
}
