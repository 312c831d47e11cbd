"""Pivot tables."""

from .calc_book import Area, Book
from .calc_used import find_column, headers, require_unprotected, require_used
from .errors import ToolError, bad_argument, refused
from .kinds import Choice, ListOf, Text
from .registry import arg, tool
from .unoapi import enum

_FUNCTIONS = ("sum", "count", "average", "min", "max")
_FIELDS = ListOf(Text(), most=50)
_FIELD = "by header, or by column letters of the source sheet"


@tool("CalcTools")
def create_pivot_table(
    book: Book,
    *,
    source_sheet: arg(Text(), "The sheet that holds the data: the block of cells around A1, with headers in row 1."),
    table_name: arg(Text(longest=255), "Name of the pivot table, new in the workbook."),
    row_fields: arg(_FIELDS, f"Fields whose values make the rows, {_FIELD}.") = None,
    col_fields: arg(_FIELDS, f"Fields whose values make the columns, {_FIELD}.") = None,
    value_fields: arg(_FIELDS, f"Fields that are summed up, {_FIELD}."),
    aggregation_function: arg(Choice(*_FUNCTIONS), "How the values of a group become one.") = "sum",
    target_cell: arg(Text(), "Top left cell of the pivot table, on the active sheet unless it names another.") = "A1",
) -> str:
    """Makes a pivot table. Switch to a new sheet first, or give a target_cell clear of the data."""
    sheet = book.find_sheet("source_sheet", source_sheet)
    require_used(sheet)
    source = _block(sheet)
    titles = headers(sheet)[: source.columns]
    if source.rows < 2 or not all(titles):
        raise refused(
            f"{source.name} is no table with a header: each column needs a text in row 1, with data below.",
            "Name every column in row 1.",
        )
    if not row_fields and not col_fields:
        raise ToolError(
            "tool_arguments_invalid", "Neither row_fields nor col_fields was given.", "Give at least one of them."
        )
    rows = _columns(book, "row_fields", row_fields or [], source)
    columns = _columns(book, "col_fields", col_fields or [], source)
    values = _columns(book, "value_fields", value_fields, source)
    for index in set(rows) & set(columns):
        raise bad_argument("col_fields", titles[index], "a field that is not in row_fields too")
    target = book.find_cell("target_cell", target_cell)
    if target.overlaps(source):
        raise bad_argument(
            "target_cell", target_cell, f"a cell outside the data {source.name}, or switch to another sheet first"
        )
    _require_new(book, table_name)
    require_unprotected(target.sheet)
    tables = target.sheet.getDataPilotTables()
    descriptor = tables.createDataPilotDescriptor()
    descriptor.setSourceRange(source.cells.getRangeAddress())
    # Without this a row for page filters comes first, and the table would not start at its target.
    descriptor.ShowFilterButton = False
    # A field may be grouped by and summed up too: Calc doubles it, but only when it becomes data last.
    for name, indices in (("ROW", rows), ("COLUMN", columns), ("DATA", values)):
        for index in indices:
            _place(descriptor, titles[index], index, name, aggregation_function)
    tables.insertNewByName(table_name, target.cells.getCellByPosition(0, 0).getCellAddress(), descriptor)
    if not tables.hasByName(table_name):
        raise refused("Calc did not make the pivot table.", "Check that the target area is free.")
    out = tables.getByName(table_name).getOutputRange()
    made = Area(target.sheet, out.StartColumn, out.StartRow, out.EndColumn, out.EndRow)
    return f"Made the pivot table {table_name!r} at {made.name}."


def _block(sheet) -> Area:
    """The cells that join A1 without an empty row or column between, so that other tables on the sheet stay out."""
    cursor = sheet.createCursorByRange(sheet.getCellByPosition(0, 0))
    cursor.collapseToCurrentRegion()
    end = cursor.getRangeAddress()
    return Area(sheet, 0, 0, end.EndColumn, end.EndRow)


def _columns(book: Book, argument: str, names: list[str], source: Area) -> list[int]:
    found = []
    for position, name in enumerate(names):
        index = find_column(book, f"{argument}[{position}]", name, source.sheet)
        if index > source.right:
            raise bad_argument(f"{argument}[{position}]", name, f"a column of the data {source.name}")
        if index in found:
            raise bad_argument(argument, names, "a list in which no field occurs twice")
        found.append(index)
    return found


def _require_new(book: Book, name: str) -> None:
    sheets = book.model.getSheets()
    for index in range(sheets.getCount()):
        if sheets.getByIndex(index).getDataPilotTables().hasByName(name):
            raise bad_argument("table_name", name, "a name that no pivot table has; this one is taken")


def _place(descriptor, title: str, index: int, orientation: str, function: str) -> None:
    field = descriptor.getDataPilotFields().getByIndex(index)
    field.Orientation = enum("com.sun.star.sheet.DataPilotFieldOrientation", orientation)
    if orientation == "DATA":
        field.Function = enum("com.sun.star.sheet.GeneralFunction", function.upper())
