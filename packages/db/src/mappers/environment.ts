import { Environment, EnvironmentTemplate } from "@deskrl/domain";
import { parseColumn } from "./parse-column.ts";
import type { EnvironmentRow } from "./rows.ts";

export function environmentFromRow(row: EnvironmentRow): Environment {
  return parseColumn(
    Environment,
    { ...row, screen: { width: row.width, height: row.height } },
    `environments ${row.id}`,
  );
}

export function templateFromRow(row: EnvironmentRow): EnvironmentTemplate {
  return parseColumn(EnvironmentTemplate, row.templateSpec, `environments ${row.id} template_spec`);
}
