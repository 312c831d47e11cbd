/** Version of the worker protocol; a worker that speaks another one is told so and refused. */
export const WORKER_PROTOCOL_VERSION = 1;
export * from "./generated/deskrl/worker/v1/gateway_pb.ts";
