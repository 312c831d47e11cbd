export * from "./database.ts";
export * from "./errors.ts";
export { Prisma, type PrismaClient } from "./generated/client.ts";
export * from "./mappers/index.ts";
export * from "./sanitize.ts";
export * from "./transaction.ts";
