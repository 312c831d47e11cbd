/** A worker whose last heartbeat is older is lost: five beats of two seconds. */
export const WORKER_LOST_AFTER_MS = 10_000;

/** Heartbeats are not events: a worker's row is pushed when its facts changed, and else once in this time. */
export const WORKER_EVENT_INTERVAL_MS = 10_000;
