import type { Metadata } from "next";
import { TrajectoryPage } from "../../../../features/trajectories/trajectory-page.tsx";

export const metadata: Metadata = { title: "Trajectory" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <TrajectoryPage id={decodeURIComponent(id)} />;
}
