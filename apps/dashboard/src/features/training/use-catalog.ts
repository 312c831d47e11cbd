"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.ts";

/** Every setting there is, with its default and where that comes from. It changes with a release only. */
export function useCatalog() {
  const trpc = useTRPC();
  return useQuery({ ...trpc.training.catalog.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
}
