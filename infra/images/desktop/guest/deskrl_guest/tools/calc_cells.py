"""Reading and writing cells."""

import json

from .calc_book import Area, Book
from .calc_used import clip, find_column, require_unlocked, require_used
from .calc_values import HOW_TYPED, formatted_areas, read_area, read_value, write_cell
from .errors import bad_argument, refused
from .kinds import ListOf, Scalar, Text, Whole
from .registry import arg, tool

_ANSWER_CHARACTERS = 1_900
_MOST_CELLS = 1_000_000

COLUMN = "The column: its letters such as 'B', or its header, the text in row 1."


@tool("CalcTools", edits=False)
def get_column_data(book: Book, *, column_name: arg(Text(), COLUMN)) -> str:
    """Reads a column of the active sheet: a JSON list of its values from row 1 to the last row in use on the sheet.
    Empty cells are null, dates ISO strings. A list of more than 1,900 characters is cut and says so.
    """
    column = find_column(book, "column_name", column_name)
    used = require_used(book.sheet)
    values = [row[0] for row in read_area(book, Area(book.sheet, column, 0, column, used.bottom))]
    text = json.dumps(values, ensure_ascii=False)
    if len(text) <= _ANSWER_CHARACTERS:
        return text
    shown, length = 0, 2
    while length < _ANSWER_CHARACTERS - 60:
        length += len(json.dumps(values[shown], ensure_ascii=False)) + 2
        shown += 1
    head = json.dumps(values[: shown - 1], ensure_ascii=False)
    return f"{head} (rows 1 to {shown - 1}; {len(values) - shown + 1} more rows were cut)"


@tool("CalcTools")
def set_cell_value(
    book: Book,
    *,
    cell: arg(Text(), "The cell, such as 'B2', or 'Sheet2.B2' on another sheet."),
    value: arg(Scalar(), f"The value. {HOW_TYPED}"),
) -> str:
    """Sets the value or formula of one cell."""
    area = book.find_cell("cell", cell)
    require_unlocked(area)
    target = area.cells.getCellByPosition(0, 0)
    return f"Set {area.name} to {write_cell(book, target, value)}."


@tool("CalcTools")
def set_column_values(
    book: Book,
    *,
    column_name: arg(Text(), COLUMN),
    data: arg(ListOf(Scalar()), f"The values from top to bottom, at most 10,000. {HOW_TYPED}"),
    start_index: arg(Whole(1, 1_048_576), "Row of the first value, counted from 1; 2 leaves a header alone.") = 2,
) -> str:
    """Writes values down a column of the active sheet, over what is there."""
    column = find_column(book, "column_name", column_name)
    bottom = start_index - 1 + len(data) - 1
    if bottom >= book.sheet.getRows().getCount():
        raise bad_argument("start_index", start_index, f"a row that leaves room for {len(data):,} values")
    area = Area(book.sheet, column, start_index - 1, column, bottom)
    require_unlocked(area)
    read = [read_value(value) for value in data]
    plain = [value if kind in ("number", "text") else "" for kind, value in read]
    area.cells.setDataArray(tuple((value,) for value in plain))
    formatted = [i for i, (kind, _) in enumerate(read) if kind not in ("number", "text", "empty")]
    for index in formatted:
        write_cell(book, area.cells.getCellByPosition(0, index), data[index])
    return f"Wrote {len(data):,} value{'s' if len(data) > 1 else ''} to {area.name}."


@tool("CalcTools")
def transpose_range(
    book: Book,
    *,
    source_range: arg(Text(), "The cells to transpose, such as 'A1:C5'."),
    target_cell: arg(Text(), "Top left cell of the result, such as 'E1'."),
) -> str:
    """Writes a range with rows and columns swapped: values and number formats; formulas arrive as their results.
    The source stays; what is at the target is written over.
    """
    named = book.find_area("source_range", source_range)
    corner = book.find_cell("target_cell", target_cell)
    source = clip(named)
    if source is None:
        raise refused(f"{named.name} is empty.", "Give a range that holds data.")
    if source.columns * source.rows > _MOST_CELLS:
        raise bad_argument("source_range", source_range, f"at most {_MOST_CELLS:,} cells")
    target = Area(corner.sheet, corner.left, corner.top, corner.left + source.rows - 1, corner.top + source.columns - 1)
    sheet = target.sheet
    if target.right >= sheet.getColumns().getCount() or target.bottom >= sheet.getRows().getCount():
        raise bad_argument("target_cell", target_cell, f"a cell with room for {source.rows} columns to its right")
    require_unlocked(target)
    values = source.cells.getDataArray()
    formats = [(part, part.sheet.getCellByPosition(part.left, part.top).NumberFormat)
               for _, part in formatted_areas(book, source, ~0)]
    target.cells.setDataArray(tuple(zip(*values)))
    for part, key in formats:
        x, y = target.left + part.top - source.top, target.top + part.left - source.left
        sheet.getCellRangeByPosition(x, y, x + part.rows - 1, y + part.columns - 1).NumberFormat = key
    return f"Wrote {source.name} transposed to {target.name}."
