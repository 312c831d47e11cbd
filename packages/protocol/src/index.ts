export * from "./assignment.ts";
export * from "./guest.ts";
export * from "./join-address.ts";
export * from "./journal.ts";
export * from "./socket.ts";
export * from "./trainer.ts";
export * from "./vnc.ts";
export * from "./wall.ts";
