import type { Metadata } from "next";
import { TrajectoriesPage } from "../../../features/trajectories/trajectories-page.tsx";

export const metadata: Metadata = { title: "Trajectories" };

export default function Page() {
  return <TrajectoriesPage />;
}
