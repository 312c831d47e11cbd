"""Arranging rows and columns."""

from .calc_book import Area, Book, column_name as letters_of
from .calc_cells import COLUMN
from .calc_used import find_column, require_unprotected, require_used
from .calc_values import date_number, read_value
from .errors import bad_argument, refused
from .kinds import Flag, ListOf, Scalar, Text, Whole
from .registry import arg, tool
from .unoapi import enum, struct


@tool("CalcTools")
def sort_column(
    book: Book,
    *,
    column_name: arg(Text(), COLUMN),
    ascending: arg(Flag(), "true sorts from small to large and A to Z, false the other way.") = True,
    start_index: arg(Whole(1, 1_048_576), "First row to sort, counted from 1; give 2 when row 1 holds headers.") = 1,
) -> str:
    """Sorts the rows of the active sheet by one column, from start_index to the last row in use. Whole rows move
    together, so that each record stays in one piece.
    """
    column = find_column(book, "column_name", column_name)
    used = require_used(book.sheet)
    if start_index - 1 > used.bottom:
        raise bad_argument("start_index", start_index, f"a row from 1 to {used.bottom + 1}, the last in use")
    rows = Area(book.sheet, 0, start_index - 1, max(used.right, column), used.bottom)
    require_unprotected(book.sheet)
    if rows.cells.getIsMerged():
        raise refused(f"{rows.name} holds merged cells, which Calc cannot sort.", "Unmerge them first.")
    keys = [row[0] for row in Area(book.sheet, column, rows.top, column, rows.bottom).cells.getDataArray()]
    rest = [key for key in keys[1:] if key != ""]
    if start_index == 1 and isinstance(keys[0], str) and rest and all(isinstance(key, float) for key in rest):
        raise bad_argument("start_index", 1, f"2: row 1 holds the header {keys[0]!r}, which is not to be sorted")
    field = struct(
        "com.sun.star.table.TableSortField",
        Field=column, IsAscending=ascending, FieldType=enum("com.sun.star.table.TableSortFieldType", "AUTOMATIC"),
    )
    rows.cells.sort(_sort_descriptor(field))
    order = "ascending" if ascending else "descending"
    return f"Sorted rows {rows.top + 1} to {rows.bottom + 1} by column {letters_of(column)}, {order}."


def _sort_descriptor(field) -> tuple:
    import uno

    fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
    values = {"SortFields": fields, "ContainsHeader": False, "IsSortColumns": False, "BindFormatsToContent": True}
    return tuple(struct("com.sun.star.beans.PropertyValue", Name=k, Value=v) for k, v in values.items())


@tool("CalcTools")
def hide_row_data(
    book: Book,
    *,
    value: arg(Scalar(), "The cell value to look for; the whole cell must equal it.") = "N/A",
) -> str:
    """Hides each row of the active sheet below row 1 in which some cell holds the value. Row 1 counts as the header
    and stays.
    """
    kind, wanted = read_value(value)
    if kind == "empty":
        raise bad_argument("value", value, "a value that is not empty")
    if kind == "date":
        wanted = date_number(book, wanted)
    used = require_used(book.sheet)
    require_unprotected(book.sheet)
    if used.bottom == 0:
        return "Only the header row is in use; nothing was hidden."
    body = Area(book.sheet, 0, 1, used.right, used.bottom)
    hidden = []
    for offset, row in enumerate(body.cells.getDataArray()):
        if any(_equals(body, column, offset, cell, value, wanted) for column, cell in enumerate(row)):
            hidden.append(body.top + offset)
    for row in hidden:
        book.sheet.getRows().getByIndex(row).IsVisible = False
    if not hidden:
        return f"No row holds {value!r}; nothing was hidden."
    shown = ", ".join(str(row + 1) for row in hidden[:50])
    return f"Hid {len(hidden)} row{'s' if len(hidden) > 1 else ''}: {shown}{', ...' if len(hidden) > 50 else ''}."


def _equals(body: Area, column: int, row: int, cell: object, value: object, wanted: object) -> bool:
    if cell is None:
        return body.cells.getCellByPosition(column, row).getString() == value
    if isinstance(cell, float) and isinstance(wanted, (int, float)):
        return abs(cell - wanted) < 1e-9
    return isinstance(cell, str) and cell in (value, wanted)


@tool("CalcTools")
def reorder_columns(
    book: Book,
    *,
    column_order: arg(
        ListOf(Text(), most=1_000), "Columns in the wanted order, by letters such as 'C' or by header, each once."
    ),
) -> str:
    """Puts columns of the active sheet into the given order, starting where the leftmost of them is now. Columns
    not named follow in their present order. Formulas, formats and widths move along.
    """
    sheet = book.sheet
    order = [find_column(book, f"column_order[{i}]", name) for i, name in enumerate(column_order)]
    if len(set(order)) < len(order):
        raise bad_argument("column_order", column_order, "a list in which no column occurs twice")
    used = require_used(sheet)
    require_unprotected(sheet)
    if used.cells.getIsMerged():
        raise refused(f"{used.name} holds merged cells, which would be torn apart.", "Unmerge them first.")
    first, last = min(order), max(used.right, max(order))
    present = list(range(first, last + 1))
    wanted = order + [column for column in present if column not in order]
    for position, column in enumerate(wanted):
        source = present.index(column)
        if source != position:
            _move_column(sheet, first + source, first + position)
            present.insert(position, present.pop(source))
    return f"Reordered the columns from {letters_of(first)}: {', '.join(column_order)}."


def _move_column(sheet, source: int, target: int) -> None:
    """Moves a column to the left. References to it follow."""
    columns = sheet.getColumns()
    width, visible = columns.getByIndex(source).Width, columns.getByIndex(source).IsVisible
    columns.insertByIndex(target, 1)
    bottom = sheet.getRows().getCount() - 1
    moved = sheet.getCellRangeByPosition(source + 1, 0, source + 1, bottom).getRangeAddress()
    sheet.moveRange(sheet.getCellByPosition(target, 0).getCellAddress(), moved)
    columns.removeByIndex(source + 1, 1)
    columns.getByIndex(target).Width = width
    columns.getByIndex(target).IsVisible = visible
