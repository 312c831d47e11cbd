import { expect, it } from "vitest";
import { createTestDatabase } from "./create-test-database.ts";

it("gives each test file a migrated database of its own, and takes it back", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const user = { id: "usr_x", name: "x", role: "viewer", passwordHash: "" };
    await one.db.prisma.user.create({ data: user });
    expect(await other.db.prisma.user.count()).toBe(0);
  } finally {
    await one.destroy();
    await other.destroy();
  }
  const after = await createTestDatabase();
  const name = new URL(one.url).pathname.slice(1);
  expect(await after.db.prisma.$queryRaw`SELECT 1 FROM pg_database WHERE datname = ${name}`).toEqual([]);
  await after.destroy();
});
