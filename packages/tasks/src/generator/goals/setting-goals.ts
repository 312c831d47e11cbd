import type { Hands } from "../oracle/hands.ts";
import type { Steps } from "../types.ts";
import type { GoalKind } from "./goal-kind.ts";

/** Brings the settings to the front; the button of the panel opens them or raises the window. */
function* openSettings(hands: Hands): Steps {
  yield* hands.save();
  if (!hands.isInFront("Settings")) yield* hands.click("push-button", "Settings");
}

export const SETTING_GOALS: Readonly<Record<string, GoalKind>> = {
  "setting-toggle": {
    simOnly: true,
    wordings: {
      train: [
        "turn {state} {name}",
        "switch {name} {state} in the settings",
        "in the settings, turn {name} {state}",
        "set {name} to {state} in the system settings",
      ],
      heldOut: ["have {name} switched {state}", "{name} should be {state}"],
    },
    make(world) {
      const name = world.takeToggle();
      const on = world.state.settings[name] !== true;
      return {
        tool: null,
        words: { name, state: on ? "on" : "off" },
        saves: [],
        apply(state) {
          state.settings = { ...state.settings, [name]: on };
        },
        *solve(hands) {
          yield* openSettings(hands);
          yield* hands.click("toggle-button", name);
        },
      };
    },
  },
  "setting-volume": {
    simOnly: true,
    wordings: {
      train: [
        "set the volume to {level}",
        "change the volume to {level} percent",
        "in the settings, set the sound volume to {level}",
        "put the volume at {level} percent",
      ],
      heldOut: ["the volume should be {level}", "bring the sound to a volume of {level} percent"],
    },
    make({ state, random, pool }) {
      const level = random.pick(
        Array.from({ length: 81 }, (_, index) => 10 + index).filter(
          (value) => pool.hasNumber(value) && value !== state.settings.Volume,
        ),
      );
      return {
        tool: null,
        words: { level: String(level) },
        saves: [],
        apply(after) {
          after.settings = { ...after.settings, Volume: level };
        },
        *solve(hands) {
          yield* openSettings(hands);
          yield* hands.click("spin-button", "Volume percent");
          yield* hands.fill(String(level), { enter: true });
        },
      };
    },
  },
};
