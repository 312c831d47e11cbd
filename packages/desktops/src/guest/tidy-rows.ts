import type { AccessibilityRow } from "@deskrl/domain";

type Span = Pick<AccessibilityRow, "x" | "width">;

/**
 * Accessibility rows as a simulated desktop has them. A list of files is a table for the toolkit, with a cell for each
 * fact; here a file or folder is one `icon` with its size. Menus that an application announces twice are there once.
 */
export function tidyRows(rows: readonly AccessibilityRow[]): AccessibilityRow[] {
  const menus = new Set<string>();
  const once = rows.filter(({ role, name }) => {
    if (role !== "menu") return true;
    const isNew = !menus.has(name);
    menus.add(name);
    return isNew;
  });
  const header = (title: string) =>
    once.find(({ role, name }) => role === "table-column-header" && name === title);
  const [name, size] = [header("Name"), header("Size")];
  return name && size ? once.flatMap((row) => ofFileList(once, row, { name, size })) : once;
}

function ofFileList(
  rows: readonly AccessibilityRow[],
  row: AccessibilityRow,
  header: { name: Span; size: Span },
): AccessibilityRow[] {
  if (row.role === "table-column-header") return [];
  if (row.role !== "table-cell") return [row];
  const listLeft = header.name.x - header.name.width / 2;
  // Beside the list are the places that it can show.
  if (row.x < listLeft) return [{ ...row, role: "tree-item", text: "" }];
  if (!isBelow(row, header.name)) return [];
  const beside = rows.filter((one) => one.role === "table-cell" && one.y === row.y && one !== row);
  const text =
    beside.find(({ text: kind }) => /^folder$/i.test(kind))?.text.toLowerCase() ??
    beside.find((one) => isBelow(one, header.size))?.text ??
    "";
  return [{ ...row, role: "icon", text }];
}

/** The cell's own middle may lie off that of its column: beside a picture, or with a text of another length. */
function isBelow(cell: Span, column: Span): boolean {
  return Math.abs(cell.x - column.x) <= column.width / 2;
}
