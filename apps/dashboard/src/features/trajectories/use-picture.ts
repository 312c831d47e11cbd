"use client";
import { useCallback, useEffect, useState } from "react";
import { blobUrl } from "./blob-url.ts";

/** Steps are recorded before their pictures are uploaded: one that is not there yet comes within seconds, nearly always. */
const RETRY_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

export interface PictureLoad {
  /** Each try has an address of its own: a browser remembers that one failed. */
  src: string;
  state: "loading" | "shown" | "waiting" | "failed";
  onFailed: () => void;
  onShown: () => void;
}

/** A picture that is asked for again while it may still be on its way. */
export function usePicture(hash: string): PictureLoad {
  const [tries, setTries] = useState(0);
  const [now, setNow] = useState<"asked" | "shown" | "refused">("asked");
  const wait = RETRY_AFTER_MS[tries];
  useEffect(() => {
    if (now !== "refused" || wait === undefined) return;
    const timer = setTimeout(() => {
      setTries((before) => before + 1);
      setNow("asked");
    }, wait);
    return () => clearTimeout(timer);
  }, [now, wait]);
  const gaveUp = now === "refused" && wait === undefined;
  const waits = now === "refused" || tries > 0;
  return {
    src: tries === 0 ? blobUrl(hash) : `${blobUrl(hash)}?try=${tries}`,
    state: now === "shown" ? "shown" : gaveUp ? "failed" : waits ? "waiting" : "loading",
    onFailed: useCallback(() => setNow("refused"), []),
    onShown: useCallback(() => setNow("shown"), []),
  };
}
