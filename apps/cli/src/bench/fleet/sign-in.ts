import { AppError } from "@deskrl/domain";
import type { Page } from "playwright-core";
import type { SimFleet } from "./sim-fleet.ts";

/** Signs a page in as the first admin of a fleet. */
export async function signIn(page: Page, { system }: SimFleet): Promise<void> {
  const admin = system.firstAdmin;
  if (!admin)
    throw new AppError("internal", "A fresh data folder must give a first admin.", { where: "bench" });
  await page.goto(`${system.url}/login`);
  await page.getByLabel("Name").fill(admin.name);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
