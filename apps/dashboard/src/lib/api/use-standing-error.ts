"use client";
import { useEffect, useState } from "react";

/**
 * Why a query has nothing to show: its error, kept while it is tried again, so that the view does not flicker between the
 * message and a skeleton. Null once there is an answer.
 */
export function useStandingError(query: { data: unknown; error: unknown }): unknown {
  const { data, error } = query;
  const [last, setLast] = useState<unknown>(null);
  useEffect(() => {
    if (data !== undefined) setLast(null);
    else if (error !== null) setLast(error);
  }, [data, error]);
  return data === undefined ? (error ?? last) : null;
}
