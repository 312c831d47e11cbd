"""What of a sheet is in use, and which column a name means."""

import re

from .calc_book import Area, Book, column_index, column_name
from .errors import bad_argument, refused
from .unoapi import enum


def used_area(sheet) -> Area | None:
    """From A1 to the last cell in use; None for an empty sheet."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.getRangeAddress()
    if end.EndColumn == 0 and end.EndRow == 0:
        if sheet.getCellByPosition(0, 0).getType() == enum("com.sun.star.table.CellContentType", "EMPTY"):
            return None
    return Area(sheet, 0, 0, end.EndColumn, end.EndRow)


def require_used(sheet) -> Area:
    area = used_area(sheet)
    if area is None:
        raise refused(f"The sheet {sheet.getName()!r} is empty.", "Put data into it, or switch to another sheet.")
    return area


def clip(area: Area) -> Area | None:
    """The part of an area that is in use, so that a whole column is not a million cells; None when none is."""
    used = used_area(area.sheet)
    if used is None or area.left > used.right or area.top > used.bottom:
        return None
    return Area(area.sheet, area.left, area.top, min(area.right, used.right), min(area.bottom, used.bottom))


def headers(sheet) -> list[str]:
    """The texts of the first row."""
    used = used_area(sheet)
    if used is None:
        return []
    row = Area(sheet, 0, 0, used.right, 0).cells.getDataArray()[0]
    return [str(value) if isinstance(value, str) else "" for value in row]


def find_column(book: Book, argument: str, text: str, sheet=None) -> int:
    """The column a name means: its letters, or the text in the first row.

    A name that is both means the letters when that column is in use, else the header: `ID` is column 238 as letters.
    """
    sheet = sheet or book.sheet
    used = used_area(sheet)
    limit = sheet.getColumns().getCount()
    letters = re.fullmatch(r"\s*\$?([A-Za-z]{1,3})\s*", text)
    index = column_index(letters[1]) if letters else limit
    if index < limit and used is not None and index <= used.right:
        return index
    titles = headers(sheet)
    for same in (text, text.strip()):
        if same in titles:
            return titles.index(same)
    folded = [title.strip().casefold() for title in titles]
    if text.strip() and text.strip().casefold() in folded:
        return folded.index(text.strip().casefold())
    if index < limit:
        return index
    shown = ", ".join(f"{column_name(i)} ({title})" for i, title in enumerate(titles) if title)
    allowed = f"column letters from A to {column_name(limit - 1)}, or a header of the first row"
    raise bad_argument(argument, text, f"{allowed}: {shown[:400]}" if shown else allowed)


def require_unlocked(*areas: Area) -> None:
    """Raises `action_failed` for a protected area: Calc would drop the change without a word."""
    for area in areas:
        if area.sheet.isProtected() and area.cells.CellProtection.IsLocked:
            raise refused(
                f"{area.name} is protected against changes.", "Turn the protection off first (Tools, Protect Sheet)."
            )


def require_unprotected(sheet) -> None:
    if sheet.isProtected():
        raise refused(
            f"The sheet {sheet.getName()!r} is protected.", "Turn the protection off first (Tools, Protect Sheet)."
        )


def require_structure(book: Book) -> None:
    """Raises `action_failed` when sheets may not be added, renamed or moved."""
    if book.model.isProtected():
        raise refused("The workbook's structure is protected.", "Turn it off first (Tools, Protect Spreadsheet).")
