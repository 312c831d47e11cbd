import { AppError, hasRole, type Role } from "@deskrl/domain";
import { initTRPC } from "@trpc/server";
import superjson from "superjson";
import { z } from "zod";
import type { ApiContext } from "./context.ts";
import { hiddenError, toTrpcError, toWireError } from "./errors.ts";

const t = initTRPC.context<ApiContext>().create({
  transformer: superjson,
  isDev: false,
  errorFormatter({ shape, error, path }) {
    const app = toWireError(error, path);
    return { ...shape, message: app.message, data: { ...shape.data, app } };
  },
});

export const createRouter = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Gives every failure its own code; what nobody foresaw is logged whole and shown as an error id. */
const mapErrors = t.middleware(async ({ ctx, path, next }) => {
  const startedAt = performance.now();
  const result = await next();
  ctx.observe({ path, ok: result.ok, ms: performance.now() - startedAt });
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof z.ZodError && result.error.code === "BAD_REQUEST") return result;
  if (cause instanceof AppError && cause.code !== "internal") throw toTrpcError(cause);
  if (!cause && result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  const failure = cause ?? result.error;
  ctx.log.error({ err: failure, errorId: ctx.requestId, path }, "a procedure failed");
  throw toTrpcError(hiddenError({ cause: failure, errorId: ctx.requestId, where: path }));
});

function requireRole(needed: Role) {
  return t.middleware(({ ctx, path, next }) => {
    if (!ctx.actor)
      throw toTrpcError(
        new AppError("unauthenticated", "You are not signed in.", {
          where: path,
          fix: "Sign in and try again.",
        }),
      );
    if (!hasRole(ctx.actor.role, needed))
      throw toTrpcError(
        new AppError("forbidden", `This needs the role ${needed}; ${ctx.actor.name} has ${ctx.actor.role}.`, {
          where: path,
          fix: `Ask an admin for the role ${needed}.`,
        }),
      );
    return next({ ctx: { ...ctx, actor: ctx.actor } });
  });
}

/** The ladder: each procedure has the rights of the ones before it. */
export const publicProcedure = t.procedure.use(mapErrors);
export const viewerProcedure = publicProcedure.use(requireRole("viewer"));
export const operatorProcedure = publicProcedure.use(requireRole("operator"));
export const adminProcedure = publicProcedure.use(requireRole("admin"));
