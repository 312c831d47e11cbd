"""What of a sheet is seen, and which values its cells offer."""

from .calc_book import Area, Book, column_name as letters_of
from .calc_cells import COLUMN
from .calc_used import find_column, require_unprotected, used_area
from .errors import bad_argument, refused
from .kinds import ListOf, Text, Whole
from .registry import arg, tool
from .unoapi import enum

_INLINE_LIST_CHARACTERS = 255


@tool("CalcTools")
def freeze_panes(
    book: Book,
    *,
    rows: arg(Whole(0, 1_000), "How many rows from the top stay in view.") = 0,
    columns: arg(Whole(0, 200), "How many columns from the left stay in view.") = 0,
) -> str:
    """Freezes rows and columns of the active sheet, so that they stay in view when it scrolls. 0 and 0 ends that."""
    view = book.controller
    book.model.setModified(True)
    view.freezeAtPosition(0, 0)
    view.setFirstVisibleRow(0)
    view.setFirstVisibleColumn(0)
    if rows == 0 and columns == 0:
        return "No rows or columns are frozen now."
    view.freezeAtPosition(columns, rows)
    if not view.hasFrozenPanes():
        raise refused("Calc did not freeze the panes.", "Give fewer rows or columns; they must fit into the window.")
    return f"Froze {rows} row{'s' if rows != 1 else ''} and {columns} column{'s' if columns != 1 else ''}."


@tool("CalcTools")
def set_zoom_level(book: Book, *, zoom_percentage: arg(Whole(20, 400), "Zoom in percent; 100 is real size.")) -> str:
    """Sets how large the sheet is shown. It is kept in the file."""
    book.controller.ZoomType = 3
    book.controller.ZoomValue = zoom_percentage
    book.model.setModified(True)
    return f"Set the zoom to {book.controller.ZoomValue} %."


@tool("CalcTools")
def set_validation_list(
    book: Book,
    *,
    column_name: arg(Text(), COLUMN),
    values: arg(
        ListOf(Text(longest=255), most=200, unique=True),
        "The values to choose from. In xlsx files they may hold no comma and no double quote, and make at most 255 "
        "characters together.",
    ),
) -> str:
    """Lets the cells of a column of the active sheet take only values of a list, offered as a drop-down. It holds from
    row 2 to the last row in use on the sheet, or to the sheet's end when only row 1 is in use.
    """
    column = find_column(book, "column_name", column_name)
    if "Excel" in _filter_name(book):
        broken = next((value for value in values if "," in value or '"' in value), None)
        if broken is not None:
            raise bad_argument("values", broken, "values without commas and double quotes, which break an Excel list")
        if len(",".join(values)) > _INLINE_LIST_CHARACTERS:
            raise bad_argument("values", values, "at most 255 characters in all, commas between them included")
    require_unprotected(book.sheet)
    used = used_area(book.sheet)
    bottom = used.bottom if used and used.bottom >= 1 else book.sheet.getRows().getCount() - 1
    area = Area(book.sheet, column, 1, column, bottom)
    rule = area.cells.Validation
    rule.Type = enum("com.sun.star.sheet.ValidationType", "LIST")
    rule.setOperator(enum("com.sun.star.sheet.ConditionOperator", "EQUAL"))
    rule.setFormula1(";".join('"' + value.replace('"', '""') + '"' for value in values))
    rule.ShowList = 1
    rule.IgnoreBlankCells = True
    rule.ShowErrorMessage = True
    rule.ErrorAlertStyle = enum("com.sun.star.sheet.ValidationAlertStyle", "STOP")
    area.cells.Validation = rule
    return f"Column {letters_of(column)} (rows 2 to {bottom + 1}) now offers {', '.join(values)[:300]}."


def _filter_name(book: Book) -> str:
    for entry in book.model.getArgs():
        if entry.Name == "FilterName":
            return str(entry.Value)
    return ""
