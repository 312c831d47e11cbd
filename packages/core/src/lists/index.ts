export * from "./page.ts";
