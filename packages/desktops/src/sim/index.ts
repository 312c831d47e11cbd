export { SETTINGS_PATH, TOGGLES } from "./apps/settings/settings-store.ts";
export type { SimAction, SimResult } from "./core/act.ts";
export { createSimDesktop, type SimDesktop, type SimDesktopOptions } from "./core/sim-desktop.ts";
export { takeSimScreenshot } from "./drawing/sim-screenshot.ts";
export { createSimProvider, type SimProviderOptions } from "./provider/sim-provider.ts";
export { drawRecordings } from "./recording/draw-recordings.ts";
export { SIM_TOOLS } from "./tools/call-tool.ts";
export { Workbook } from "./workbook/workbook.ts";
