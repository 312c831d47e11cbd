export { GUEST_DEADLINES, type GuestDeadlines } from "./deadlines.ts";
export { createGuestDesktop, type GuestDesktopOptions } from "./guest-desktop.ts";
export { createGuestHttp, type GuestEndpoint, type GuestHttp } from "./guest-http.ts";
export { probe, type ReadyDeadlines, waitReady } from "./wait-ready.ts";
