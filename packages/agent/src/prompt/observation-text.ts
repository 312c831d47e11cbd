import type { Observation } from "@deskrl/domain";

/** The user turn of the paper: Apps, Current App, A11y Tree, App Info, Previous Action Result. */
export function observationText(observation: Observation): string {
  const windows = observation.windows.map(({ id, app, title }) => `${id}\t${app}\t${title}`);
  const rows = observation.accessibility.map(({ role, name, text, x, y, width, height }) =>
    [role, oneLine(name), oneLine(text), `(${x}, ${y})`, `(${width}, ${height})`].join("\t"),
  );
  if (observation.accessibilityTruncated) rows.push("(further elements are left out)");
  return [
    section("Apps", ["window id\tapp\ttitle", ...windows]),
    section("Current App", [observation.foregroundApp ?? "none"]),
    section("A11y Tree", ["tag\tname\ttext\tcentre\tsize", ...rows]),
    section("App Info", [observation.appInfo || "none"]),
    section("Previous Action Result", [observation.previousResult || "none"]),
  ].join("\n\n");
}

function section(title: string, lines: string[]): string {
  return `* ${title}:\n${lines.join("\n")}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
