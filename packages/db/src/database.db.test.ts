import { newId } from "@deskrl/domain";
import { withDatabase } from "@deskrl/testing/database";
import { createSuite } from "@deskrl/testing/factories";
import { expect, it } from "vitest";
import { createDatabase } from "./database.ts";
import { isUniqueViolation } from "./errors.ts";
import { Prisma } from "./generated/client.ts";

const fixture = withDatabase();

it("stores NUL bytes and lone surrogates visibly, in text, in JSON and through raw queries", async () => {
  const { prisma } = fixture.db;
  const id = newId("audit");
  const details = { note: "a\u0000b", "k\u0000": "\ud83d" };
  await prisma.auditEntry.create({
    data: { id, actorId: "x", actorName: "n\u0000", act: "test", subjectId: "s", details },
  });
  const row = await prisma.auditEntry.findUniqueOrThrow({ where: { id } });
  expect(row.actorName).toBe("n␀");
  expect(row.details).toEqual({ note: "a␀b", "k␀": "\ufffd" });
  expect(await prisma.$queryRaw`SELECT ${"q\u0000"}::text AS text`).toEqual([{ text: "q␀" }]);
});

it("stores strings of 10 MB whole", async () => {
  const { prisma } = fixture.db;
  const id = newId("audit");
  const long = "ä".repeat(5 * 1024 * 1024);
  await prisma.auditEntry.create({
    data: { id, actorId: "x", actorName: long, act: "test", subjectId: "s", details: { long } },
  });
  const row = await prisma.auditEntry.findUniqueOrThrow({ where: { id } });
  expect(row.actorName === long).toBe(true);
  expect(JSON.stringify(row.details) === JSON.stringify({ long })).toBe(true);
});

it("takes long texts through raw queries whole, each in its own place, also at the same time and in transactions", async () => {
  const text = (letter: string) => `${letter.repeat(100_000)}'"\\\u0000`;
  const echo = (tx: Pick<typeof fixture.db.prisma, "$queryRaw">, letter: string) =>
    tx.$queryRaw`SELECT ${text(letter)}::text AS long, ${letter}::text AS short, ${text("ä")}::text AS other`;
  const expected = (letter: string) => [
    { long: `${letter.repeat(100_000)}'"\\␀`, short: letter, other: `${"ä".repeat(100_000)}'"\\␀` },
  ];
  const letters = ["a", "b", "漢", "d"];
  const { prisma } = fixture.db;
  expect(await Promise.all(letters.map((letter) => echo(prisma, letter)))).toEqual(letters.map(expected));
  expect(await fixture.db.transaction((tx) => echo(tx, "e"))).toEqual(expected("e"));
  await expect(prisma.$executeRaw`SELECT ${text("f")}::int`).rejects.toThrow();
});

it("tries a transaction again after a serialization failure, so that no increment is lost", async () => {
  const ctx = { db: fixture.db, clock: () => new Date(), newId };
  const { suite } = await createSuite(ctx, { tasks: 1 });
  await fixture.db.prisma.taskSuite.update({ where: { id: suite.id }, data: { description: "0" } });
  let tries = 0;
  const increment = () =>
    fixture.db.transaction(
      async (tx) => {
        tries += 1;
        const row = await tx.taskSuite.findUniqueOrThrow({ where: { id: suite.id } });
        const description = String(Number(row.description) + 1);
        await tx.taskSuite.update({ where: { id: suite.id }, data: { description } });
      },
      { isolationLevel: Prisma.TransactionIsolationLevel.Serializable, attempts: 50 },
    );
  await Promise.all(Array.from({ length: 8 }, increment));
  const row = await fixture.db.prisma.taskSuite.findUniqueOrThrow({ where: { id: suite.id } });
  expect(row.description).toBe("8");
  expect(tries).toBeGreaterThan(8);
});

it("gives up after the allowed number of tries", async () => {
  let tries = 0;
  const work = fixture.db.transaction(
    async (tx) => {
      tries += 1;
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$`;
    },
    { attempts: 3, random: () => 0 },
  );
  await expect(work).rejects.toThrow();
  expect(tries).toBe(3);
});

it("does not try again what failed for another reason, and undoes what was written", async () => {
  const id = newId("audit");
  const data = { id, actorId: "x", actorName: "n", act: "test", subjectId: "s", details: {} };
  let tries = 0;
  const work = fixture.db.transaction(async (tx) => {
    tries += 1;
    await tx.auditEntry.create({ data });
    await tx.auditEntry.create({ data });
  });
  const error = await work.catch((caught: unknown) => caught);
  expect(isUniqueViolation(error)).toBe(true);
  expect(tries).toBe(1);
  expect(await fixture.db.prisma.auditEntry.findUnique({ where: { id } })).toBeNull();
});

it("maps a server that is away to database_unavailable, in queries and in transactions", async () => {
  const away = createDatabase({ url: "postgresql://deskrl:x@127.0.0.1:1/none", connectTimeoutMs: 1_000 });
  const unavailable = { code: "database_unavailable", fix: expect.stringContaining("DATABASE_URL") };
  await expect(away.ping()).rejects.toMatchObject(unavailable);
  await expect(away.prisma.user.count()).rejects.toMatchObject(unavailable);
  await expect(away.transaction((tx) => tx.user.count())).rejects.toMatchObject(unavailable);
  await away.close();
});

it("maps a connection that the server ends to database_unavailable, and connects again", async () => {
  const db = createDatabase({ url: fixture.url, poolSize: 1 });
  const kill = db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
    await tx.user.count();
  });
  await expect(kill).rejects.toMatchObject({ code: "database_unavailable" });
  await db.ping();
  await db.close();
});

it("refuses states and verdicts that the domain does not have", async () => {
  const { prisma } = fixture.db;
  const bad = (sql: string) =>
    prisma.$executeRawUnsafe(sql).then(
      () => "accepted",
      () => "refused",
    );
  expect(
    await bad(`INSERT INTO users (id, name, role, password_hash) VALUES ('usr_x', 'x', 'emperor', '')`),
  ).toBe("refused");
  expect(
    await bad(
      `INSERT INTO runs (id, name, spec, state, desired_state, requested_by) VALUES ('run_x', 'x', '{}', 'dancing', 'running', 'x')`,
    ),
  ).toBe("refused");
});
