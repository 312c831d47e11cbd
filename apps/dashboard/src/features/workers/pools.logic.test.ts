import { expect, test } from "vitest";
import type { TemplateRow } from "../../lib/api/types.ts";
import { parsePoolForm, poolFormOf, poolRule } from "./pools.logic.ts";

const OFFICE: TemplateRow = {
  ...{ name: "office", settings: {}, warm: null, idleStopSeconds: 300 },
  ...{ ready: 4, atWork: 0, coming: 0, failed: 0, stopping: 0 },
};

test("a pool that is not changed is saved as it was, also settings that the form does not show", () => {
  const wide = {
    ...OFFICE,
    warm: 3,
    settings: { memoryMib: 2_048, screen: { width: 1_920, height: 1_080 } },
  };
  for (const pool of [OFFICE, wide]) {
    const { name, settings, warm, idleStopSeconds } = pool;
    expect(parsePoolForm(poolFormOf(pool), pool)).toEqual({
      ...{ pool: { name, settings, warm, idleStopSeconds }, errors: null },
    });
  }
});

test("a wrong number or name is told beside its field", () => {
  const form = { ...poolFormOf(null), name: "Über", warm: "-1", idleMinutes: "", width: "1.5" };
  expect(Object.keys(parsePoolForm(form, null).errors ?? {}).toSorted()).toEqual([
    ...["idleMinutes", "name", "warm", "width"],
  ]);
});

test("its rule is told in words", () => {
  expect(poolRule(OFFICE)).toBe("keeps all that workers offer");
  expect(poolRule({ warm: 2, idleStopSeconds: 90 })).toBe(
    "keeps 2 ready beyond those at work; idle ones stop after 1.5 min",
  );
});
