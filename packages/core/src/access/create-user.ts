import { isUniqueViolation } from "@deskrl/db";
import { type Actor, AppError, Role } from "@deskrl/domain";
import { z } from "zod";
import type { CoreContext } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { generatePassword, hashPassword } from "./password.ts";
import { recordAudit } from "./record-audit.ts";

export const CreateUserInput = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[\p{L}\p{N}._@ -]+$/u, { error: "use letters, digits, space and . _ @ -" }),
  role: Role,
});
export type CreateUserInput = z.input<typeof CreateUserInput>;

/**
 * A new person with a made-up password, which is returned once and stored hashed.
 * @throws AppError `conflict` when the name is taken
 */
export async function createUser(
  ctx: CoreContext,
  options: CreateUserInput & { actor: Actor },
): Promise<{ id: string; name: string; role: Role; password: string }> {
  const { name, role } = parseInput(CreateUserInput, options, "new user");
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const id = ctx.newId("user");
  try {
    await ctx.db.transaction(async (tx) => {
      await tx.user.create({ data: { id, name, role, passwordHash, createdAt: ctx.clock() } });
      await recordAudit(ctx, tx, {
        actor: options.actor,
        act: "user.create",
        subjectId: id,
        details: { name, role },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", `There is already a user called ${name}.`, {
      where: "new user",
      fix: "Choose another name.",
      cause: error,
    });
  }
  return { id, name, role, password };
}
