import { EventEmitter } from "node:events";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";

/** `"char"`, the one-byte type of system catalogs, and `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;
/** Follows the name of a `"char"` column from the connection to the adapter below; no catalog has such a column. */
const MARK = "\u0001char";

function markChars(message: unknown): void {
  const fields: unknown = typeof message === "object" && message !== null && Reflect.get(message, "fields");
  if (!Array.isArray(fields)) return;
  for (const field of fields) {
    if (field.dataTypeID !== CHAR_OID) continue;
    field.dataTypeID = TEXT_OID;
    field.name += MARK;
  }
}

class CatalogClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Not declared, but part of every client: the connection emits each message of the protocol.
    const connection: unknown = Reflect.get(this, "connection");
    if (connection instanceof EventEmitter) connection.prependListener("rowDescription", markChars);
  }
}

function withCharacters(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type, index) =>
      result.columnNames[index]?.endsWith(MARK) ? ColumnTypeEnum.Character : type,
    );
    const columnNames = result.columnNames.map((name) => name.replace(MARK, ""));
    return { ...result, columnTypes, columnNames };
  };
  return adapter;
}

export interface CatalogAdapter {
  factory: SqlMigrationAwareDriverAdapterFactory;
  /** Closes the connections it opened: the engine does not, and with them stays its lock on migrating. */
  dispose(): Promise<void>;
}

/**
 * The driver adapter for the schema engine. The engine reads system catalogs, some of whose columns are of type
 * `"char"`; the adapter refuses that type although the engine has a name for it, so it is translated on the way.
 */
export function createCatalogAdapter(url: string): CatalogAdapter {
  const factory = new PrismaPg({
    connectionString: url,
    Client: CatalogClient,
    application_name: "deskrl-migrate",
  });
  const open: SqlDriverAdapter[] = [];
  const track = (adapter: SqlDriverAdapter) => {
    open.push(adapter);
    return withCharacters(adapter);
  };
  return {
    factory: {
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: async () => track(await factory.connect()),
      connectToShadowDb: async () => track(await factory.connectToShadowDb()),
    },
    async dispose() {
      for (const adapter of open.splice(0)) await adapter.dispose().catch(() => {});
    },
  };
}
