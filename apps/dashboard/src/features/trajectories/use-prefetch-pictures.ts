"use client";
import { useEffect } from "react";
import { blobUrl } from "./blob-url.ts";

/** Fetches pictures into the browser's cache before they are shown. Blobs never change, so each is fetched once. */
export function usePrefetchPictures(hashes: readonly string[]): void {
  const key = hashes.join(" ");
  useEffect(() => {
    const images = key
      .split(" ")
      .filter(Boolean)
      .map((hash) => {
        const image = new Image();
        image.fetchPriority = "low";
        image.src = blobUrl(hash);
        return image;
      });
    return () => {
      // A picture still on its way when the reader has moved on only holds up the ones that follow.
      for (const image of images) if (!image.complete) image.src = "";
    };
  }, [key]);
}
