import type { Metadata } from "next";
import { DesktopPage } from "../../../../features/desktop/desktop-page.tsx";

export const metadata: Metadata = { title: "Desktop" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <DesktopPage id={decodeURIComponent(id)} />;
}
