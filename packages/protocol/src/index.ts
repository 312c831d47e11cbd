export * from "./assignment.ts";
export * from "./guest.ts";
export * from "./journal.ts";
export * from "./socket.ts";
export * from "./trainer.ts";
export * from "./vnc.ts";
