"""Cell values between JSON and Calc."""

import datetime
import re

from .calc_book import Area, Book
from .calc_formulas import set_formula
from .calc_formats import DATE, DATETIME, LOGICAL, format_key

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?")

HOW_TYPED = (
    "A number, or a string that is one such as '12' or '-3.5', becomes a number; a string that starts with '=' a "
    "formula (English function names; commas or semicolons; Sheet2!A1 or Sheet2.A1); '2024-01-31' and "
    "'2024-01-31 08:30' a date; true and false a truth value; null or '' empties the cell; any other string is text. "
    "A leading apostrophe keeps the rest as text: \"'007\"."
)


def read_value(text: object) -> tuple[str, object]:
    """What a received value means in a cell: its kind and the plain value."""
    if text is None or text == "":
        return "empty", None
    if isinstance(text, bool):
        return "truth", text
    if isinstance(text, float):
        return "number", text
    if text.startswith("'"):
        return "text", text[1:]
    if text.startswith("=") and len(text) > 1:
        return "formula", text
    if _NUMBER.fullmatch(text.strip()):
        number = float(text)
        return ("number", number) if abs(number) < 1e308 else ("text", text)
    if _DATE.fullmatch(text.strip()):
        try:
            return "date", datetime.datetime.fromisoformat(text.strip())
        except ValueError:
            return "text", text
    return "text", text


def write_cell(book: Book, cell, received: object) -> str:
    """Writes one value and says how it was taken, such as `12 (number)`."""
    kind, value = read_value(received)
    if kind == "empty":
        cell.setFormula("")
        return "empty"
    if kind == "formula":
        set_formula(book, cell, value)
        return f"{value} (formula, shows {cell.getString()!r})"
    if kind == "truth":
        cell.setFormula("=TRUE()" if value else "=FALSE()")
        cell.setValue(1.0 if value else 0.0)
        cell.NumberFormat = format_key(book, "BOOLEAN")
        return f"{'TRUE' if value else 'FALSE'} (truth value)"
    if kind == "number":
        write_number(book, cell, value)
        return f"{show_number(value)} (number)"
    if kind == "date":
        write_date(book, cell, value)
        return f"{cell.getString()} (date)"
    cell.setString(value)
    return f"{value[:200]!r} (text)"


def write_number(book: Book, cell, value: float) -> None:
    cell.setValue(value)
    # A truth value written earlier leaves its format behind, which would show any number as TRUE.
    if format_type(book, cell.NumberFormat) & LOGICAL:
        cell.NumberFormat = 0


def write_date(book: Book, cell, value: datetime.datetime) -> None:
    cell.setValue(date_number(book, value))
    if not format_type(book, cell.NumberFormat) & DATE:
        whole = value.time() == datetime.time()
        cell.NumberFormat = format_key(book, "YYYY-MM-DD" if whole else "YYYY-MM-DD HH:MM:SS")


def date_number(book: Book, value: datetime.datetime) -> float:
    """The number that Calc keeps for a date: days since the workbook's day zero."""
    null = book.model.NullDate
    since = value - datetime.datetime(null.Year, null.Month, null.Day)
    return since.days + since.seconds / 86_400


def show_number(value: float) -> str:
    return str(int(value)) if value == value // 1 and abs(value) < 1e15 else repr(value)


def format_type(book: Book, key: int) -> int:
    return book.model.getNumberFormats().getByKey(key).Type


def read_area(book: Book, area: Area) -> list[list]:
    """The values of an area: numbers, texts, truth values, ISO dates, None for empty cells, and what an error shows."""
    rows = [[_plain(value) for value in row] for row in area.cells.getDataArray()]
    for type_bits, part in formatted_areas(book, area, DATETIME | LOGICAL):
        convert = _iso if type_bits & DATETIME else _truth
        for row in range(part.top - area.top, part.bottom - area.top + 1):
            for column in range(part.left - area.left, part.right - area.left + 1):
                rows[row][column] = convert(book, rows[row][column])
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            if value is Ellipsis:
                values[column] = area.cells.getCellByPosition(column, row).getString()
    return rows


def formatted_areas(book: Book, area: Area, bits: int):
    """The parts whose number format is of one of those types, each with its type."""
    groups = area.cells.getUniqueCellFormatRanges()
    for index in range(groups.getCount()):
        group = groups.getByIndex(index)
        type_bits = format_type(book, group.getByIndex(0).NumberFormat)
        if type_bits & bits:
            for part in group.getRangeAddresses():
                yield type_bits, Area(area.sheet, part.StartColumn, part.StartRow, part.EndColumn, part.EndRow)


def _plain(value: object) -> object:
    """Ellipsis stands for an error value, whose text must be asked for."""
    if value is None:
        return Ellipsis
    if isinstance(value, float):
        return int(value) if value == value // 1 and abs(value) < 1e15 else value
    return value if value != "" else None


def _truth(_: Book, value: object) -> object:
    return bool(value) if value in (0, 1) else value


def _iso(book: Book, value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    null = book.model.NullDate
    try:
        moment = datetime.datetime(null.Year, null.Month, null.Day) + datetime.timedelta(
            seconds=round(value * 86_400)
        )
    except OverflowError:
        return value
    if 0 <= value < 1:
        return moment.time().isoformat()
    return moment.date().isoformat() if moment.time() == datetime.time() else moment.isoformat(sep=" ")
