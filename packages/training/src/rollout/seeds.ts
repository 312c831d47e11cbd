/** One 32-bit number from several and texts: the same ones, the same number (FNV-1a, then mixed). */
export function seedOf(...parts: readonly (number | string)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}/`;
    for (let index = 0; index < text.length; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Of the desktop of a task: all episodes of a task begin with the same windows at the same places. */
export function desktopSeed(taskKey: string): number {
  return seedOf("desktop", taskKey) >>> 1;
}
