"""A workbook as text."""

from .calc_book import Area, Book, column_name
from .calc_sheets import active_cell
from .calc_used import used_area
from .calc_values import read_area
from .paths import document_path

_ROWS, _COLUMNS = 200, 50
_CELL_CHARACTERS = 200


def calc_info(document, limit: int):
    """Lines: file, sheets with their used ranges, active cell, then the cells row by row; the active sheet first."""
    book = Book(document)
    active = book.sheet.getName()
    used = {}
    for index, name in enumerate(book.sheet_names):
        used[name] = used_area(book.model.getSheets().getByIndex(index))
    yield f"File: {document_path(book) or book.model.getTitle() + ' (not saved yet)'}"
    sheets = [f"{name} ({_state(area, name == active)})" for name, area in used.items()]
    yield f"Sheets: {', '.join(sheets)}"
    yield f"Active cell: {active}.{active_cell(book)}"
    for name in sorted(used, key=lambda name: name != active):
        if used[name] is not None:
            yield f"Sheet {name}:"
            yield from _rows(book, used[name])


def _state(area: Area | None, active: bool) -> str:
    state = area.short_name if area else "empty"
    return f"{state}, active" if active else state


def _rows(book: Book, used: Area):
    shown = Area(used.sheet, 0, 0, min(used.right, _COLUMNS - 1), min(used.bottom, _ROWS - 1))
    formulas = shown.cells.getFormulaArray()
    for row, values in enumerate(read_area(book, shown)):
        cells = [
            f"{column_name(column)}{row + 1}: {_show(value, formulas[row][column])}"
            for column, value in enumerate(values)
            if value is not None
        ]
        if cells:
            yield " | ".join(cells)
    if used.right >= _COLUMNS or used.bottom >= _ROWS:
        yield f"(only the first {_ROWS} rows and {_COLUMNS} columns are shown)"


def _show(value: object, formula: str) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else str(value)
    if isinstance(value, bool):
        text = text.upper()
    if len(text) > _CELL_CHARACTERS:
        text = text[:_CELL_CHARACTERS] + "..."
    return f"{text} ({formula[:_CELL_CHARACTERS]})" if formula.startswith("=") else text
