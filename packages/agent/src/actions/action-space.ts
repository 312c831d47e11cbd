import type { CoordinateSpace } from "@deskrl/domain";
import { TOOL_REGISTRY, type ToolFunction } from "@deskrl/protocol/tools";
import type { ActionSpace } from "../types.ts";
import { GUI_ACTIONS } from "./gui-actions.ts";

/**
 * What may be done now: the ten GUI actions, and the APIs of the foreground application only.
 * @param registry application APIs by foreground application; the built-in ones by default
 */
export function actionSpaceFor(
  foregroundApp: string | null,
  coordinateSpace: CoordinateSpace,
  registry: Readonly<Record<string, readonly ToolFunction[]>> = TOOL_REGISTRY,
): ActionSpace {
  const tools =
    foregroundApp !== null && Object.hasOwn(registry, foregroundApp) ? registry[foregroundApp] : [];
  return {
    gui: GUI_ACTIONS.map(({ method, signature, description }) => ({ method, signature, description })),
    tools: tools ?? [],
    coordinateSpace,
  };
}
