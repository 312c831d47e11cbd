import { createSimProvider } from "@deskrl/desktops/sim";
import { EnvironmentTemplate, newId } from "@deskrl/domain";

/** What a simulated desktop showed, and what is kept of it for drawing it later: a `ScreenRecording` as JSON. */
export interface RecordedScreen {
  recording: string;
  png: Uint8Array;
}

/** Opens applications on a simulated desktop, one before each picture. */
export async function recordScreens(apps: readonly string[]): Promise<RecordedScreen[]> {
  const provider = createSimProvider({ ownerId: "test" });
  const template = EnvironmentTemplate.parse({ name: "sim", provider: "sim", image: "none" });
  const desktop = await provider.ensure({ environmentId: newId("environment"), template });
  const screens: RecordedScreen[] = [];
  for (const app of apps) {
    await desktop.open({ app });
    const recording = desktop.recorder?.pending();
    if (!recording) throw new Error("a simulated desktop is recorded");
    desktop.recorder?.kept(recording);
    screens.push({ recording: JSON.stringify(recording), png: (await desktop.screenshot()).bytes });
  }
  return screens;
}
