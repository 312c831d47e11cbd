/** Where to go after signing in: a path of this site, never another site's address. */
export function safeReturnPath(wanted: string | null): string {
  if (!wanted?.startsWith("/") || wanted.startsWith("//") || wanted.includes("\\")) return "/";
  return wanted.startsWith("/login") ? "/" : wanted;
}
