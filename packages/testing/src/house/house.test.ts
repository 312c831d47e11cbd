import { describe, expect, test } from "vitest";
import { IMPORT_RULES } from "./import-rules.ts";
import { importsOf, readRepositoryFile, repositoryFiles, unitOf } from "./repository.ts";

const SOURCE = /^(apps|packages)\/[^/]+\/.*\.(ts|tsx)$/;
const GENERATED = /\/generated\//;
const TEST = /\.(test|browser|desktop|db)\.|\/testing\/|\/tests?\/|\/contract\.ts$|\/house\//;
const sources = repositoryFiles(SOURCE).filter((path) => !GENERATED.test(path));
const production = sources.filter((path) => !TEST.test(path));

describe("import rules", () => {
  test("every app and package has a rule", () => {
    const units = new Set(sources.map(unitOf).filter((unit) => unit !== null));
    expect([...units].filter((unit) => !(unit in IMPORT_RULES))).toEqual([]);
  });

  test("no file imports a package that its own may not", () => {
    const violations: string[] = [];
    for (const path of production) {
      const rules = IMPORT_RULES[unitOf(path) ?? ""] ?? {};
      for (const { specifier, typeOnly } of importsOf(readRepositoryFile(path))) {
        const target = /^@deskrl\/([^/]+)/.exec(specifier)?.[1];
        if (!target || unitOf(path)?.endsWith(`/${target}`)) continue;
        const rule = rules[target];
        if (!rule || (rule === "types" && !typeOnly)) violations.push(`${path} imports ${specifier}`);
      }
    }
    expect(violations).toEqual([]);
  });

  test("no file reaches into another package by a relative path", () => {
    const violations = sources.flatMap((path) =>
      importsOf(readRepositoryFile(path))
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier }) => new URL(specifier, `file:///${path}`).pathname.slice(1))
        .filter((target) => unitOf(target) !== unitOf(path) && unitOf(target) !== null)
        .map((target) => `${path} → ${target}`),
    );
    expect(violations).toEqual([]);
  });

  test("test helpers are imported by tests only", () => {
    const violations = production.filter((path) =>
      importsOf(readRepositoryFile(path)).some(({ specifier }) => specifier.startsWith("@deskrl/testing")),
    );
    expect(violations).toEqual([]);
  });
});

describe("house rules", () => {
  test("process.env is read in an app's env.ts only", () => {
    const violations = production.filter(
      (path) =>
        !/\/env\.ts$|next\.config\.ts$/.test(path) && /\bprocess\.env\b/.test(readRepositoryFile(path)),
    );
    expect(violations).toEqual([]);
  });

  test("concrete choices are made in a container only", () => {
    const violations = production.filter(
      (path) =>
        /^apps\/(worker|control-plane)\//.test(path) &&
        !path.endsWith("/container.ts") &&
        /\b(createDockerProvider|createDatabase|createFilesystemBlobStore)\(/.test(readRepositoryFile(path)),
    );
    expect(violations).toEqual([]);
  });

  test("no source file is over 400 lines, and the median is at most 70", () => {
    const lengths = production.map((path) => ({ path, lines: readRepositoryFile(path).split("\n").length }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(70);
  });

  test("no unfinished marks and no skipped tests stand in the code", () => {
    const marks = /\b(TODO|FIXME|XXX)\b|\b(test|it|describe)\.(only|todo)\(/;
    const violations = sources.filter(
      (path) => !path.includes("/house/") && marks.test(readRepositoryFile(path)),
    );
    expect(violations).toEqual([]);
  });

  test("files and folders are named in kebab-case", () => {
    const violations = sources.filter((path) => {
      const segments = path
        .replace(/\.(test|db|process|desktop|browser|fuzz|fixture|config|logic|d)(?=\.)/g, "")
        .split("/");
      return segments.some(
        (segment) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.tsx?)?$/.test(segment) && !/^[[(_]/.test(segment),
      );
    });
    expect(violations).toEqual([]);
  });
});
