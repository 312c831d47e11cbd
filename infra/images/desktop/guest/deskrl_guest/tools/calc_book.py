"""The open workbook, and how its sheets, columns and ranges are named."""

import re
from dataclasses import dataclass

from .documents import Document
from .errors import bad_argument, refused

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})")
_COLUMN = re.compile(r"\$?([A-Za-z]{1,3})")
_ROW = re.compile(r"\$?([1-9]\d{0,6})")
RANGE_FORMS = "a range such as 'A1:B10' or 'A1', also of another sheet as 'Sheet2.A1:B10'"


def column_name(index: int) -> str:
    name = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        name = chr(65 + digit) + name
    return name


def column_index(letters: str) -> int:
    index = 0
    for letter in letters.upper():
        index = index * 26 + ord(letter) - 64
    return index - 1


@dataclass(frozen=True)
class Area:
    """A rectangle of cells on one sheet; bounds count from 0 and are inclusive."""

    sheet: object
    left: int
    top: int
    right: int
    bottom: int

    @property
    def cells(self):
        return self.sheet.getCellRangeByPosition(self.left, self.top, self.right, self.bottom)

    @property
    def columns(self) -> int:
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def short_name(self) -> str:
        first = f"{column_name(self.left)}{self.top + 1}"
        last = f"{column_name(self.right)}{self.bottom + 1}"
        return first if first == last else f"{first}:{last}"

    @property
    def name(self) -> str:
        return f"{self.sheet.getName()}.{self.short_name}"

    def overlaps(self, other: "Area") -> bool:
        return (
            self.sheet.getName() == other.sheet.getName()
            and self.left <= other.right and other.left <= self.right
            and self.top <= other.bottom and other.top <= self.bottom
        )


class Book(Document):
    """A spreadsheet document with its view."""

    def __init__(self, document: Document):
        super().__init__(document.app, document.model)
        if not hasattr(self.controller, "ActiveSheet"):
            raise refused("The spreadsheet shows no sheet now, such as in a print preview.", "Close the preview first.")

    @property
    def sheet(self):
        """The active sheet."""
        return self.controller.getActiveSheet()

    @property
    def sheet_names(self) -> tuple[str, ...]:
        return self.model.getSheets().getElementNames()

    def find_sheet(self, argument: str, name: str):
        """The sheet of that name; letter case does not matter, as in Calc."""
        for known in self.sheet_names:
            if known.casefold() == name.casefold():
                return self.model.getSheets().getByName(known)
        raise bad_argument(argument, name, "the name of a sheet of this workbook: " + ", ".join(self.sheet_names))

    def find_area(self, argument: str, text: str) -> Area:
        """The cells a range names. Raises `tool_arguments_invalid` for what is no range or lies outside the sheet."""
        sheet, first, last = self.sheet, text.strip(), ""
        parts = re.split(r":(?=(?:[^']*'[^']*')*[^']*$)", first)
        if len(parts) > 2:
            raise bad_argument(argument, text, RANGE_FORMS)
        named = [_split_sheet(part) for part in parts]
        if named[0][0] is not None:
            sheet = self.find_sheet(argument, named[0][0])
        if len(named) == 2 and named[1][0] not in (None, named[0][0]):
            raise bad_argument(argument, text, "a range that lies on one sheet")
        first, last = named[0][1], named[-1][1]
        corners = _corners(sheet, first, last, whole=len(named) == 2)
        if corners is None:
            raise bad_argument(argument, text, RANGE_FORMS)
        left, top, right, bottom = corners
        if right >= sheet.getColumns().getCount() or bottom >= sheet.getRows().getCount():
            raise bad_argument(argument, text, f"a range inside the sheet, which ends at {_end(sheet)}")
        return Area(sheet, left, top, right, bottom)

    def find_cell(self, argument: str, text: str) -> Area:
        area = self.find_area(argument, text)
        if area.columns > 1 or area.rows > 1:
            raise bad_argument(argument, text, "one cell, such as 'B2' or 'Sheet2.B2'")
        return area


def _end(sheet) -> str:
    return f"{column_name(sheet.getColumns().getCount() - 1)}{sheet.getRows().getCount()}"


def _split_sheet(text: str) -> tuple[str | None, str]:
    """`'My Sheet'.A1`, `Sheet1!A1` and `$Sheet1.A1` apart."""
    match = re.fullmatch(r"\$?(?:'((?:[^']|'')+)'|([^'!]+?))[.!]([^.!']+)", text.strip())
    if not match:
        return None, text.strip()
    return (match[1].replace("''", "'") if match[1] else match[2]), match[3]


def _corners(sheet, first: str, last: str, *, whole: bool) -> tuple[int, int, int, int] | None:
    a, b = _CELL.fullmatch(first), _CELL.fullmatch(last)
    if a and b:
        columns = sorted((column_index(a[1]), column_index(b[1])))
        rows = sorted((int(a[2]) - 1, int(b[2]) - 1))
        return columns[0], rows[0], columns[1], rows[1]
    a, b = _COLUMN.fullmatch(first), _COLUMN.fullmatch(last)
    if whole and a and b:
        columns = sorted((column_index(a[1]), column_index(b[1])))
        return columns[0], 0, columns[1], sheet.getRows().getCount() - 1
    a, b = _ROW.fullmatch(first), _ROW.fullmatch(last)
    if whole and a and b:
        rows = sorted((int(a[1]) - 1, int(b[1]) - 1))
        return 0, rows[0], sheet.getColumns().getCount() - 1, rows[1]
    return None
