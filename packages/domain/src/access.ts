import { z } from "zod";

/** Roles, weakest first; each may do all that the ones before it may. */
export const ROLES = ["viewer", "operator", "admin"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** True when `role` includes the rights of `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** What an API token is good for. */
export const TokenScope = z.enum(["worker", "operator", "viewer", "trainer"]);
export type TokenScope = z.infer<typeof TokenScope>;

/** Who asks: a person in a browser or a program with a token. */
export interface Actor {
  id: string;
  name: string;
  role: Role;
}
