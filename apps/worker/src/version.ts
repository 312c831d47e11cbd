import packageJson from "../package.json" with { type: "json" };

/** Version of this worker, as its package says. */
export const VERSION: string = packageJson.version;
