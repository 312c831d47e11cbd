import { APP_NAMES } from "@deskrl/protocol";
import type { GuiActionSpec } from "../types.ts";

/** Parameters in signature order, as JSON schema: the same form the application tools have. */
export interface ActionParameters {
  type: "object";
  properties: Readonly<Record<string, object>>;
  required: readonly string[];
  additionalProperties: false;
}

export interface GuiAction extends GuiActionSpec {
  parameters: ActionParameters;
}

/** Class name of the GUI actions in code. */
export const GUI_TOOL = "Agent";
/** What each direction of a scroll means for the wheel. */
export const SCROLL_DIRECTIONS = ["up", "down", "left", "right"] as const;

const coordinate = { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 } as const;
const schema = (
  properties: ActionParameters["properties"],
  required: readonly string[],
): ActionParameters => ({ type: "object", properties, required, additionalProperties: false });

/** The paper's ten GUI actions. */
export const GUI_ACTIONS: readonly GuiAction[] = [
  {
    method: "click",
    signature: 'click(coordinate, num_clicks=1, button_type="left")',
    description: "Clicks at a point: num_clicks 1 to 3, button_type left, middle or right.",
    parameters: schema(
      {
        coordinate,
        num_clicks: { type: "integer", minimum: 1, maximum: 3, default: 1 },
        button_type: { enum: ["left", "middle", "right"], default: "left" },
      },
      ["coordinate"],
    ),
  },
  {
    method: "type",
    signature: 'type(coordinate=None, text="", overwrite=False, enter=False)',
    description:
      "Types text, after a click at coordinate if one is given. overwrite replaces what the field holds; enter presses Enter at the end.",
    parameters: schema(
      {
        coordinate,
        text: { type: "string", default: "" },
        overwrite: { type: "boolean", default: false },
        enter: { type: "boolean", default: false },
      },
      [],
    ),
  },
  {
    method: "drag_and_drop",
    signature: "drag_and_drop(drag_from_coordinate, drop_on_coordinate)",
    description: "Drags with the left button from one point to another.",
    parameters: schema({ drag_from_coordinate: coordinate, drop_on_coordinate: coordinate }, [
      "drag_from_coordinate",
      "drop_on_coordinate",
    ]),
  },
  {
    method: "scroll",
    signature: "scroll(coordinate, direction)",
    description: "Turns the wheel at a point: direction up, down, left or right.",
    parameters: schema({ coordinate, direction: { enum: SCROLL_DIRECTIONS } }, ["coordinate", "direction"]),
  },
  {
    method: "open_app",
    signature: "open_app(app_name)",
    description: `Opens an application: ${APP_NAMES.join(", ")}.`,
    parameters: schema({ app_name: { enum: APP_NAMES } }, ["app_name"]),
  },
  {
    method: "switch_window",
    signature: "switch_window(window_id)",
    description: "Brings the window with this id (see Apps) to the front.",
    parameters: schema({ window_id: { type: "string", minLength: 1 } }, ["window_id"]),
  },
  {
    method: "hotkey",
    signature: "hotkey(keys)",
    description: 'Presses keys together: a list such as ["ctrl", "s"], or "ctrl+s".',
    parameters: schema(
      {
        keys: {
          anyOf: [
            { type: "array", items: { type: "string", minLength: 1 }, minItems: 1, maxItems: 6 },
            { type: "string", minLength: 1 },
          ],
          description: 'a list of 1 to 6 key names such as ["ctrl", "s"], or a string such as "ctrl+s"',
        },
      },
      ["keys"],
    ),
  },
  {
    method: "quote",
    signature: "quote(content)",
    description: "Notes down a text for later turns; the desktop is not touched.",
    parameters: schema({ content: { type: "string" } }, ["content"]),
  },
  {
    method: "wait",
    signature: "wait()",
    description: "Waits a moment, for an application that is still busy.",
    parameters: schema({}, []),
  },
  {
    method: "exit",
    signature: "exit(success)",
    description: "Ends the task: success=True when it is done, success=False when it cannot be done.",
    parameters: schema({ success: { type: "boolean" } }, ["success"]),
  },
];
