export * from "./with-desktop.ts";
