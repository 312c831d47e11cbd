import { SPLITS } from "@deskrl/training";
import { entropyOf, meanOf, type SeedRow, successOf } from "@deskrl/training/experiment";
import { renderTable } from "../../output/table.ts";
import { LABEL } from "./options.ts";

interface Line {
  seed: string;
  stage: string;
  success: string[];
  entropy: string[];
}

/** Every seed's row, then mean ± standard error, whatever they show. */
export function printRows(
  rows: readonly SeedRow[],
  stages: readonly { name: string; label: string }[],
): void {
  const lines = rows.flatMap((row) =>
    stages.map(
      ({ name, label }): Line => ({
        seed: String(row.seed),
        stage: label,
        success: SPLITS.map((split) => (successOf([row], name, split)[0] ?? 0).toFixed(1)),
        entropy: SPLITS.map((split) => (entropyOf([row], name, split)[0] ?? 0).toFixed(2)),
      }),
    ),
  );
  const means = stages.map(
    ({ name, label }): Line => ({
      seed: "mean ± s.e.",
      stage: label,
      success: SPLITS.map((split) => {
        const { mean, standardError } = meanOf(successOf(rows, name, split));
        return standardError === null
          ? `${mean.toFixed(1)} (one seed)`
          : `${mean.toFixed(1)} ± ${standardError.toFixed(1)}`;
      }),
      entropy: SPLITS.map((split) => meanOf(entropyOf(rows, name, split)).mean.toFixed(2)),
    }),
  );
  const table = renderTable(
    [...lines, ...means],
    [
      { header: "Seed", value: ({ seed }) => seed },
      { header: "Stage", value: ({ stage }) => stage },
      ...SPLITS.map((split, index) => ({
        header: `% ${split}`,
        value: ({ success }: Line) => success[index] ?? "",
        align: "right" as const,
      })),
      ...SPLITS.map((split, index) => ({
        header: `H ${split}`,
        value: ({ entropy }: Line) => entropy[index] ?? "",
        align: "right" as const,
      })),
    ],
  );
  process.stdout.write(`Success and entropy (nats), sampled at temperature 1: ${LABEL}\n${table}\n`);
}
