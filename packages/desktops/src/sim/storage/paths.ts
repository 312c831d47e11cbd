export const HOME = "/home/user";

/** An absolute path without `.`, `..`, doubled or trailing slashes. A relative one starts in `from`; `~` is the home. */
export function absolutePath(path: string, from: string = HOME): string {
  const whole =
    path === "~" || path.startsWith("~/")
      ? HOME + path.slice(1)
      : path.startsWith("/")
        ? path
        : `${from}/${path}`;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export function parentOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at <= 0 ? "/" : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Lower-case ending without the dot, or an empty text. */
export function endingOf(path: string): string {
  const name = nameOf(path);
  const at = name.lastIndexOf(".");
  return at <= 0 ? "" : name.slice(at + 1).toLowerCase();
}

export function join(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
