"""How cells look: colours, alignment, merged cells, sizes of rows and columns."""

import re

from .calc_book import Book, column_index, column_name
from .calc_measures import column_width, row_height
from .calc_used import require_unlocked, require_unprotected
from .colors import hex_color
from .errors import ToolError, bad_argument, refused
from .kinds import Choice, Color, Flag, Number, Text
from .registry import arg, tool
from .unoapi import enum

RANGE = "The cells, such as 'A1:B10', 'B:B' or 'Sheet2.A1'."
COLOR = "'#RRGGBB', a colour name such as 'yellow', or 0xRRGGBB as a number."


@tool("CalcTools")
def highlight_range(book: Book, *, range_str: arg(Text(), RANGE), color: arg(Color(), COLOR) = "#FF0000") -> str:
    """Gives cells a background colour."""
    area = book.find_area("range_str", range_str)
    require_unlocked(area)
    area.cells.CellBackColor = color
    return f"Highlighted {area.name} with {hex_color(color)}."


@tool("CalcTools")
def format_range(
    book: Book,
    *,
    range_str: arg(Text(), RANGE),
    background_color: arg(Color(), f"Background. {COLOR}") = None,
    font_color: arg(Color(), f"Text. {COLOR}") = None,
    bold: arg(Flag(), "true for bold, false for regular weight.") = None,
    alignment: arg(Choice("left", "center", "right"), "Horizontal alignment.") = None,
) -> str:
    """Formats cells. Only what is given changes; at least one property must be given."""
    area = book.find_area("range_str", range_str)
    if background_color is None and font_color is None and bold is None and alignment is None:
        raise ToolError(
            "tool_arguments_invalid",
            "format_range was given nothing to change.",
            "Give at least one of background_color, font_color, bold and alignment.",
        )
    require_unlocked(area)
    cells, done = area.cells, []
    if background_color is not None:
        cells.CellBackColor = background_color
        done.append(f"background {hex_color(background_color)}")
    if font_color is not None:
        cells.CharColor = font_color
        done.append(f"font colour {hex_color(font_color)}")
    if bold is not None:
        cells.CharWeight = 150.0 if bold else 100.0
        done.append("bold" if bold else "not bold")
    if alignment is not None:
        cells.HoriJustify = enum("com.sun.star.table.CellHoriJustify", alignment.upper())
        done.append(f"aligned {alignment}")
    return f"Formatted {area.name}: {', '.join(done)}."


@tool("CalcTools")
def merge_cells(book: Book, *, range_str: arg(Text(), "At least two cells, such as 'A1:C1'.")) -> str:
    """Merges a range into one cell, which shows what its top left cell holds."""
    area = book.find_area("range_str", range_str)
    if area.columns == 1 and area.rows == 1:
        raise bad_argument("range_str", range_str, "at least two cells")
    require_unprotected(area.sheet)
    cursor = area.sheet.createCursorByRange(area.cells)
    cursor.collapseToMergedArea()
    around = cursor.getRangeAddress()
    grown = (around.StartColumn, around.StartRow, around.EndColumn, around.EndRow)
    if grown != (area.left, area.top, area.right, area.bottom):
        raise refused(f"{area.name} cuts through cells that are merged already.", "Give a range that holds them whole.")
    area.cells.merge(False)
    area.cells.merge(True)
    return f"Merged {area.name}."


@tool("CalcTools")
def adjust_column_width(
    book: Book,
    *,
    columns: arg(Text(), "Columns of the active sheet by letters: 'B' or 'A:C'."),
    width: arg(Number(0.1, 255), "Width in characters of the default font, as Excel counts it (8.43 is usual).") = None,
    autofit: arg(Flag(), "true fits the width to the contents; then give no width.") = False,
) -> str:
    """Sets the width of columns."""
    match = re.fullmatch(r"\s*\$?([A-Za-z]{1,3})(?:\s*:\s*\$?([A-Za-z]{1,3}))?\s*", columns)
    limit = book.sheet.getColumns().getCount()
    bounds = sorted(column_index(letters) for letters in (match[1], match[2] or match[1])) if match else [limit]
    if bounds[-1] >= limit:
        raise bad_argument("columns", columns, f"column letters from A to {column_name(limit - 1)}: 'B' or 'A:C'")
    _one_of("width", width, autofit)
    require_unprotected(book.sheet)
    found = book.sheet.getCellRangeByPosition(bounds[0], 0, bounds[1], 0).getColumns()
    if autofit:
        found.OptimalWidth = True
    else:
        found.Width = column_width(book, width)
    how = "fitted to the contents" if autofit else f"set to {width:g} characters"
    return f"Width of columns {column_name(bounds[0])}:{column_name(bounds[1])} {how}."


@tool("CalcTools")
def adjust_row_height(
    book: Book,
    *,
    rows: arg(Text(), "Rows of the active sheet by number from 1: '3' or '1:10'."),
    height: arg(Number(1, 409), "Height in points.") = None,
    autofit: arg(Flag(), "true fits the height to the contents; then give no height.") = False,
) -> str:
    """Sets the height of rows."""
    match = re.fullmatch(r"\s*\$?([1-9]\d{0,6})(?:\s*:\s*\$?([1-9]\d{0,6}))?\s*", rows)
    limit = book.sheet.getRows().getCount()
    bounds = sorted(int(row) for row in (match[1], match[2] or match[1])) if match else [limit + 1]
    if bounds[-1] > limit:
        raise bad_argument("rows", rows, f"row numbers from 1 to {limit}: '3' or '1:10'")
    _one_of("height", height, autofit)
    require_unprotected(book.sheet)
    found = book.sheet.getCellRangeByPosition(0, bounds[0] - 1, 0, bounds[1] - 1).getRows()
    if autofit:
        found.OptimalHeight = True
    else:
        found.Height = row_height(height)
    how = "fitted to the contents" if autofit else f"set to {height:g} points"
    return f"Height of rows {bounds[0]}:{bounds[1]} {how}."


def _one_of(name: str, size: float | None, autofit: bool) -> None:
    if (size is None) == (not autofit):
        both = "both" if autofit else "neither"
        raise ToolError("tool_arguments_invalid", f"{name} and autofit were {both} given.", f"Give {name} or autofit.")
