export * from "./list-templates.ts";
export * from "./remove-template.ts";
export * from "./save-template.ts";
