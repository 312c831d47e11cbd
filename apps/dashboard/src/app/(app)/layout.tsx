import { AppShell } from "../../features/shell/app-shell.tsx";

export default function AppLayout({ children }: { children: React.ReactNode }) {
  return <AppShell>{children}</AppShell>;
}
