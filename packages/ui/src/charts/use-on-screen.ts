"use client";
import { type RefObject, useEffect, useRef, useState } from "react";

/** True while the element is on the screen, or within one screen of it. */
export function useOnScreen<E extends Element>(margin = "300px"): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => setVisible(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [margin]);
  return [element, visible];
}

/** Width of an element in pixels, kept up to date; 0 before the first measure. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
