import { login, logout } from "@deskrl/core";
import type { Actor } from "@deskrl/domain";
import { z } from "zod";
import { publicProcedure, viewerProcedure } from "../trpc.ts";

const Credentials = z.object({ name: z.string().min(1).max(100), password: z.string().min(1).max(1_000) });

export const auth = {
  login: publicProcedure.input(Credentials).mutation(async ({ ctx, input }): Promise<Actor> => {
    const session = await login(ctx.core, input);
    ctx.session.set(session.sessionToken, session.expiresAt);
    return session.actor;
  }),
  me: publicProcedure.query(({ ctx }): Actor | null => ctx.actor),
  logout: viewerProcedure.mutation(async ({ ctx }) => {
    if (ctx.session.token) await logout(ctx.core, { sessionToken: ctx.session.token });
    ctx.session.clear();
  }),
};
