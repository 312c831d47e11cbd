import { withContext } from "@deskrl/testing/database";
import { describe, expect, it } from "vitest";
import { authenticateSession } from "./authenticate-session.ts";
import { authenticateToken } from "./authenticate-token.ts";
import { createApiToken } from "./create-api-token.ts";
import { createFirstAdmin } from "./create-first-admin.ts";
import { createUser } from "./create-user.ts";
import { ensureGivenToken } from "./ensure-given-token.ts";
import { ensureLocalToken } from "./ensure-local-token.ts";
import { listApiTokens } from "./list-api-tokens.ts";
import { listAudit } from "./list-audit.ts";
import { listUsers } from "./list-users.ts";
import { login } from "./login.ts";
import { LOGIN_LIMIT } from "./login-attempts.ts";
import { logout } from "./logout.ts";
import { SYSTEM_ACTOR } from "./record-audit.ts";
import { resetPassword } from "./reset-password.ts";
import { revokeApiToken } from "./revoke-api-token.ts";

const fixture = withContext();
const createPerson = (name: string) => createUser(fixture.ctx, { actor: SYSTEM_ACTOR, name, role: "viewer" });

it("makes one first admin, also when two processes start together, and none once there are users", async () => {
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdmin(fixture.ctx)));
  const [admin] = made.filter((item) => item !== null);
  expect(made.filter((item) => item !== null)).toHaveLength(1);
  const { actor } = await login(fixture.ctx, { name: "admin", password: admin?.password ?? "" });
  expect(actor).toMatchObject({ name: "admin", role: "admin" });
  expect(await createFirstAdmin(fixture.ctx)).toBeNull();
});

describe("a session", () => {
  it("opens with the right password, and ends by logout, by time and by a new password", async () => {
    const { name, password, id } = await createPerson("ann");
    const open = () => login(fixture.ctx, { name, password });
    const session = await open();
    const actorOf = (sessionToken: string) => authenticateSession(fixture.ctx, { sessionToken });
    expect(await actorOf(session.sessionToken)).toEqual({ id, name, role: "viewer" });
    await logout(fixture.ctx, session);
    expect(await actorOf(session.sessionToken)).toBeNull();
    const second = await open();
    const fresh = await resetPassword(fixture.ctx, { name });
    expect(await actorOf(second.sessionToken)).toBeNull();
    await expect(open()).rejects.toMatchObject({ code: "wrong_password" });
    const third = await login(fixture.ctx, { name, password: fresh });
    fixture.clock.advance(8 * 24 * 3_600_000);
    expect(await actorOf(third.sessionToken)).toBeNull();
    expect(await actorOf("made up")).toBeNull();
  });

  it("is not to be had from a copy of the database", async () => {
    const { name, password } = await createPerson("bob");
    const { sessionToken } = await login(fixture.ctx, { name, password });
    const dump = JSON.stringify([
      await fixture.ctx.db.prisma.session.findMany(),
      await fixture.ctx.db.prisma.user.findMany(),
      await fixture.ctx.db.prisma.auditEntry.findMany(),
    ]);
    expect(dump).not.toContain(sessionToken);
    expect(dump).not.toContain(password);
  });
});

describe("a wrong login", () => {
  it("reads the same for an unknown name and a wrong password", async () => {
    const { name } = await createPerson("cid");
    const error = async (who: string) =>
      login(fixture.ctx, { name: who, password: "x" }).catch((caught: unknown) => caught);
    expect(String(await error(name))).toBe(String(await error("nobody")));
    expect(await error("nobody")).toMatchObject({ code: "wrong_password" });
  });

  it("is limited in number, also when tried all at once, and allowed again after a while", async () => {
    const { name, password } = await createPerson("dee");
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () => login(fixture.ctx, { name, password: "guess" })),
    );
    const codes = attempts.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : "in"));
    expect(codes.filter((code) => code === "wrong_password")).toHaveLength(LOGIN_LIMIT.failures);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(12 - LOGIN_LIMIT.failures);
    await expect(login(fixture.ctx, { name, password })).rejects.toMatchObject({
      code: "rate_limited",
      fix: "Wait 300 s and try again.",
    });
    fixture.clock.advance(LOGIN_LIMIT.windowMs + 1);
    await expect(login(fixture.ctx, { name, password })).resolves.toBeDefined();
  });

  it("counts from the last success on", async () => {
    const { name, password } = await createPerson("eva");
    for (let index = 0; index < 2 * LOGIN_LIMIT.failures; index += 1) {
      fixture.clock.advance(10);
      if (index % 3 === 2) await login(fixture.ctx, { name, password });
      else
        await expect(login(fixture.ctx, { name, password: "x" })).rejects.toMatchObject({
          code: "wrong_password",
        });
    }
  });
});

describe("a token", () => {
  it("is good until it is revoked, and its secret is not in the database", async () => {
    const { id, token } = await createApiToken(fixture.ctx, {
      actor: SYSTEM_ACTOR,
      name: "ci",
      scope: "viewer",
    });
    expect(await authenticateToken(fixture.ctx, { token })).toEqual({ id, name: "ci", scope: "viewer" });
    expect(await authenticateToken(fixture.ctx, { token: `${token}x` })).toBeNull();
    expect(JSON.stringify(await fixture.ctx.db.prisma.apiToken.findMany())).not.toContain(token);
    const listed = (await listApiTokens(fixture.ctx)).items.find((item) => item.id === id);
    expect(listed).toMatchObject({ name: "ci", lastUsedAt: fixture.clock.now(), revokedAt: null });
    expect(listed).not.toHaveProperty("hash");
    await revokeApiToken(fixture.ctx, { actor: SYSTEM_ACTOR, id });
    await revokeApiToken(fixture.ctx, { actor: SYSTEM_ACTOR, id });
    expect(await authenticateToken(fixture.ctx, { token })).toBeNull();
    await expect(revokeApiToken(fixture.ctx, { actor: SYSTEM_ACTOR, id: "tok_none" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("for this machine is kept while it is good; a lost file ends the old one", async () => {
    const ensure = (existing?: string) =>
      ensureLocalToken(fixture.ctx, { name: "local-worker", scope: "worker", existing });
    const first = await ensure();
    expect(await ensure(`${first}\n`)).toBe(first);
    const second = await ensure(undefined);
    expect(second).not.toBe(first);
    expect(await authenticateToken(fixture.ctx, { token: first })).toBeNull();
    expect(await authenticateToken(fixture.ctx, { token: second })).toMatchObject({ scope: "worker" });
  });

  it("can be made outside; another one given under its name takes its place, and a short one is refused", async () => {
    const [one, two] = ["1", "2"].map((digit) => digit.repeat(40)) as [string, string];
    const give = (token: string) => ensureGivenToken(fixture.ctx, { name: "given", scope: "worker", token });
    const isGood = async (token: string) => (await authenticateToken(fixture.ctx, { token })) !== null;
    await Promise.all([give(one), give(one), give(one)]);
    expect(await isGood(one)).toBe(true);
    await give(two);
    expect([await isGood(one), await isGood(two)]).toEqual([false, true]);
    await expect(give("short")).rejects.toMatchObject({ code: "invalid_input" });
  });
});

it("lists people and acts without secrets, and finds acts by subject", async () => {
  const person = await createPerson("fay");
  await expect(createPerson("fay")).rejects.toMatchObject({ code: "conflict" });
  expect((await listUsers(fixture.ctx)).items.find((item) => item.name === "fay")).toEqual({
    id: person.id,
    name: "fay",
    role: "viewer",
    createdAt: fixture.clock.now(),
  });
  const { items, total } = await listAudit(fixture.ctx, { subjectId: person.id });
  expect(total).toBe(1);
  expect(items).toMatchObject([
    { act: "user.create", actorName: "system", details: { name: "fay", role: "viewer" } },
  ]);
});
