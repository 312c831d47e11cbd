import type { Observation } from "@deskrl/domain";

/** Two independent 32-bit hashes of what an observation shows; the answer to the last action is left out. */
export function observationKey(observation: Observation): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  const text = (value: string) => {
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 15);
    }
    number(value.length);
  };
  const number = (value: number) => {
    a = Math.imul(a ^ value, 0x01000193);
    b = Math.imul(b + value, 0xc2b2ae35) ^ (b >>> 13);
  };
  text(observation.foregroundApp ?? "");
  text(observation.appInfo);
  number(observation.screen.width);
  number(observation.screen.height);
  for (const window of observation.windows) {
    text(window.id);
    text(window.title);
    number(window.focused ? 1 : 0);
  }
  for (const { role, name, text: shown, x, y } of observation.accessibility) {
    // Roles are few and long: their length and first letter tell them apart well enough beside the name.
    number(role.length * 256 + role.charCodeAt(0));
    text(name);
    if (shown !== "") text(shown);
    number(Math.floor(x) * 8192 + Math.floor(y));
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
