import type { Metadata } from "next";
import { TaskPage } from "../../../../features/tasks/task-page.tsx";

export const metadata: Metadata = { title: "Task" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <TaskPage id={decodeURIComponent(id)} />;
}
