/** Where a list key moves the focus, or null when the key is none of ours. */
export function moveInList(
  index: number,
  key: string,
  { count, page }: { count: number; page: number },
): number | null {
  const clamp = (to: number) => Math.max(0, Math.min(count - 1, to));
  switch (key) {
    case "ArrowDown":
    case "j":
      return clamp(index + 1);
    case "ArrowUp":
    case "k":
      return clamp(index - 1);
    case "PageDown":
      return clamp(index + page);
    case "PageUp":
      return clamp(index - page);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
}
