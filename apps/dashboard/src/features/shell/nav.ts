/** The pages of the header, with the second key of `g …`. */
export const PAGES = [
  { href: "/fleet", label: "Fleet", key: "f" },
  { href: "/runs", label: "Runs", key: "r" },
  { href: "/trajectories", label: "Trajectories", key: "t" },
  { href: "/tasks", label: "Tasks", key: "k" },
  { href: "/workers", label: "Workers", key: "w" },
] as const;
