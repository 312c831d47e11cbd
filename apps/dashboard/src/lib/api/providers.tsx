"use client";
import { TooltipProvider } from "@deskrl/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useState } from "react";
import { createQueryClient } from "./query-client.ts";
import { createApiClient, TRPCProvider } from "./trpc.ts";

/** Everything a page needs around it: data, theme, URL state. */
export function Providers({ children }: { children: React.ReactNode }) {
  const [{ queryClient, client }] = useState(() => {
    const client = createApiClient();
    const queryClient = createQueryClient(() => {
      const proxy = createTRPCOptionsProxy({ client, queryClient });
      queryClient.setQueryData(proxy.auth.me.queryKey(), null);
    });
    return { queryClient, client };
  });
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={client} queryClient={queryClient}>
          <NuqsAdapter>
            <TooltipProvider delayDuration={350}>{children}</TooltipProvider>
          </NuqsAdapter>
        </TRPCProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
