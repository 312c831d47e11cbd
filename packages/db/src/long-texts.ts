import { randomUUID } from "node:crypto";
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from "@prisma/driver-adapter-utils";

/** Prisma writes each value of a raw query into JSON and reads it from there; from this length on that costs more than the query. */
const LONG = 4_096;

/**
 * Carries the long texts of raw queries past Prisma's engine: it sees a short random name in their place, and the driver
 * gets the text. Nobody can guess a name, and each ends with its query.
 */
export interface LongTexts {
  /** Runs a query with names in the place of the long texts among its values. */
  lend<T>(values: readonly unknown[], query: (short: unknown[]) => Promise<T>): Promise<T>;
  /** The same adapter, which puts the texts back. */
  restoring(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory;
}

export function createLongTexts(): LongTexts {
  const texts = new Map<string, string>();

  const restore = (query: SqlQuery): SqlQuery =>
    texts.size === 0
      ? query
      : {
          ...query,
          args: query.args.map((arg) => (typeof arg === "string" ? (texts.get(arg) ?? arg) : arg)),
        };

  function restoreIn<T extends SqlQueryable>(queryable: T): T {
    const queryRaw = queryable.queryRaw.bind(queryable);
    const executeRaw = queryable.executeRaw.bind(queryable);
    queryable.queryRaw = (query) => queryRaw(restore(query));
    queryable.executeRaw = (query) => executeRaw(restore(query));
    return queryable;
  }

  async function connect(factory: SqlDriverAdapterFactory): Promise<SqlDriverAdapter> {
    const adapter = restoreIn(await factory.connect());
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => restoreIn(await startTransaction(level));
    return adapter;
  }

  return {
    async lend(values, query) {
      const names: string[] = [];
      const short = values.map((value) => {
        if (typeof value !== "string" || value.length < LONG) return value;
        const name = randomUUID();
        texts.set(name, value);
        names.push(name);
        return name;
      });
      try {
        return await query(short);
      } finally {
        for (const name of names) texts.delete(name);
      }
    },
    restoring: (factory) => ({
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: () => connect(factory),
    }),
  };
}
