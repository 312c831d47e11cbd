import { leavePage } from "./lib/address/leave-page.ts";

/** Next.js calls this when it sets out for another page, before it does anything else. */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  if (type !== "traverse") leavePage(url);
}
