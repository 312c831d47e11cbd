import { AppError, type TaskDefinition } from "@deskrl/domain";
import { GETTER_TYPES } from "../getters/registry.ts";
import { METRIC_TYPES } from "../metrics/registry.ts";
import { malformedTask, type Problem } from "../suites/malformed.ts";

/** One of a task's checks: what to fetch, what to compare it with, and how. */
export interface PlannedCheck {
  func: string;
  result: { type: string };
  expected: { type: string } | null;
  options: unknown;
}

/** `infeasible` is judged by how the agent ended the episode alone. */
export type EvaluationPlan = { infeasible: true } | { infeasible: false; checks: PlannedCheck[] };

const asList = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

function getterProblems(getter: unknown, field: string): Problem[] {
  const type: unknown = typeof getter === "object" && getter ? Reflect.get(getter, "type") : undefined;
  const known = typeof type === "string" ? GETTER_TYPES.get(type) : undefined;
  if (known)
    return known.check(getter).map((problem) => ({ ...problem, field: `${field}.${problem.field}` }));
  const fix = `use one of ${[...GETTER_TYPES.keys()].join(", ")}`;
  return [{ field: `${field}.type`, message: "unknown getter", received: type ?? getter, fix }];
}

function checkProblems(check: PlannedCheck, place: (part: string) => string): Problem[] {
  const metric = METRIC_TYPES.get(check.func);
  if (!metric) return [];
  const problems = getterProblems(check.result, place("result"));
  const gives = GETTER_TYPES.get(check.result.type)?.gives;
  if (gives && !metric.accepts.includes(gives)) {
    const message = `\`${check.func}\` judges a ${metric.accepts.join(" or ")}, but \`${check.result.type}\` gives a ${gives}`;
    problems.push({ field: place("result.type"), message, received: check.result.type });
  }
  if (metric.expects && !check.expected) {
    problems.push({ field: place("expected"), message: `\`${check.func}\` needs an expectation` });
  }
  if (metric.expects && check.expected) {
    problems.push(...getterProblems(check.expected, place("expected")));
    const expectedGives = GETTER_TYPES.get(check.expected.type)?.gives;
    if (expectedGives && expectedGives !== metric.expects) {
      const message = `\`${check.func}\` compares with ${metric.expects === "file" ? "a file" : "rules"}`;
      problems.push({ field: place("expected.type"), message, received: check.expected.type });
    }
  }
  const rules: unknown = check.expected ? Reflect.get(check.expected, "rules") : undefined;
  if (problems.length > 0) return problems;
  return metric.check({ rules, options: check.options }).map((p) => ({ ...p, field: place(p.field) }));
}

/**
 * Reads a task's evaluator and makes sure that it can be carried out, before any desktop is touched.
 * @throws AppError `evaluator_unknown` for a function that does not exist, else `task_malformed`
 */
export function planChecks(task: TaskDefinition, where = `task ${task.id}`): EvaluationPlan {
  const { func, result, expected, options } = task.evaluator;
  const functions = asList(func);
  const unknown = functions.find((name) => name !== "infeasible" && !METRIC_TYPES.has(name));
  if (unknown !== undefined) {
    const fix = `use one of infeasible, ${[...METRIC_TYPES.keys()].join(", ")}`;
    const problem = {
      field: "evaluator.func",
      message: "unknown evaluator function",
      received: unknown,
      fix,
    };
    throw malformedTask(where, [problem], "evaluator_unknown");
  }
  if (functions.length === 1 && functions[0] === "infeasible") return { infeasible: true };

  const many = Array.isArray(func);
  const problems: Problem[] = [];
  const mustMatch = (part: unknown, name: string) => {
    const given = part === undefined ? null : Array.isArray(part) ? part.length : "one";
    const wanted = many ? functions.length : "one";
    if (given === null || given === wanted) return;
    const message = many ? `expected a list of ${wanted}, one for each func` : "expected one, as func is one";
    problems.push({ field: `evaluator.${name}`, message, received: part });
  };
  mustMatch(result, "result");
  mustMatch(expected, "expected");
  mustMatch(options, "options");
  if (result === undefined) problems.push({ field: "evaluator.result", message: "expected a getter" });
  if (functions.includes("infeasible")) {
    problems.push({ field: "evaluator.func", message: "`infeasible` stands alone", received: func });
  }
  if (problems.length > 0) throw malformedTask(where, problems);

  const checks = functions.map((name, index): PlannedCheck => {
    const at = <T>(part: T | T[] | undefined) => (part === undefined ? undefined : asList(part)[index]);
    const expectation = at(expected);
    const typed = expectation && "type" in expectation && typeof expectation.type === "string";
    return {
      func: name,
      result: at(result) ?? { type: "" },
      expected: typed ? { ...expectation, type: String(expectation.type) } : null,
      options: at(options),
    };
  });
  for (const [index, check] of checks.entries()) {
    const place = (part: string) => {
      const [head, ...tail] = part.split(".");
      return ["evaluator", head, ...(many ? [String(index)] : []), ...tail].join(".");
    };
    problems.push(...checkProblems(check, place));
  }
  if (problems.length > 0) throw malformedTask(where, problems);
  return { infeasible: false, checks };
}

/** Names of the suite's files that a task's checks read. @throws AppError as {@link planChecks} does */
export function filesOfChecks(task: TaskDefinition): string[] {
  const plan = planChecks(task);
  if (plan.infeasible) return [];
  return plan.checks
    .flatMap((check) => [check.result, check.expected])
    .flatMap((getter) => (getter ? (GETTER_TYPES.get(getter.type)?.needs(getter) ?? []) : []));
}

/** Guards a lookup that loading has already made sure of. */
export function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new AppError("internal", `${name} was not checked when the task was loaded`);
  return value;
}
