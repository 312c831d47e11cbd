import type { Database } from "@deskrl/db";
import type { newId } from "@deskrl/domain";

/** What a factory writes with; any core context will do. */
export interface FactoryContext {
  db: Database;
  clock: () => Date;
  newId: typeof newId;
}
