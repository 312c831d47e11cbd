import { createStepPrinter } from "./output/steps.ts";
import { buildDashboard, dashboardIsBuilt } from "./system/dashboard-build.ts";

/** Builds the dashboard when its sources changed; what the browser tests need before they start. */
if (!dashboardIsBuilt()) await createStepPrinter().step("Building the dashboard", buildDashboard);
