import { expect, test } from "vitest";
import { INVALID_CAUSES, RETRYABLE_CAUSES } from "./episode.ts";
import { AppError } from "./errors.ts";

test("an error says what happened, where, and what to do", () => {
  const error = new AppError("engine_unavailable", "No Docker engine answers", {
    where: "/var/run/docker.sock",
    fix: "npm run setup:docker",
  });
  expect(error.describe()).toBe(
    "No Docker engine answers Where: /var/run/docker.sock. What to do: npm run setup:docker",
  );
  expect(error.status).toBe(503);
});

test("an unknown failure becomes internal and keeps its cause", () => {
  const cause = new TypeError("x is not a function");
  const error = AppError.from(cause);
  expect(error.code).toBe("internal");
  expect(error.cause).toBe(cause);
  expect(AppError.from(error)).toBe(error);
});

test("only faults of the machinery are tried again; a person's act is not", () => {
  for (const cause of RETRYABLE_CAUSES) expect(INVALID_CAUSES).toContain(cause);
  expect(RETRYABLE_CAUSES.has("cancelled")).toBe(false);
  expect(RETRYABLE_CAUSES.has("human_intervention")).toBe(false);
  expect(RETRYABLE_CAUSES.has("task_malformed")).toBe(false);
});
