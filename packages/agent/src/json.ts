import type { ToolCall } from "@deskrl/domain";

/** A value that JSON can carry: what an argument of an action may be. */
export type Json = ToolCall["args"][string];
export type JsonObject = ToolCall["args"];
