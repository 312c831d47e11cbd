"""The sheets of a workbook."""

import json

from .calc_book import Area, Book
from .calc_used import require_structure, used_area
from .errors import bad_argument, refused
from .kinds import Text, Whole
from .paths import document_path
from .registry import arg, tool
from .saving import save_document

_FORBIDDEN = "[]*?:/\\"
_LONGEST = 31
_ANSWER_CHARACTERS = 1_900


def _new_name(book: Book, argument: str, name: str, *, instead_of: str | None = None) -> str:
    """A name that a new or renamed sheet can have; Excel's limits hold, since most files are xlsx."""
    rule = f"a name of 1 to {_LONGEST} characters without {' '.join(_FORBIDDEN)} and without ' at either end"
    bad = len(name) > _LONGEST or not name.strip() or any(letter in name for letter in _FORBIDDEN)
    if bad or name.startswith("'") or name.endswith("'"):
        raise bad_argument(argument, name, rule)
    taken = [known.casefold() for known in book.sheet_names if known != instead_of]
    if name.casefold() in taken:
        raise bad_argument(argument, name, "a name no other sheet has; taken are " + ", ".join(book.sheet_names))
    return name


@tool("CalcTools", edits=False)
def get_workbook_info(book: Book) -> str:
    """Describes the workbook as JSON: file_path (null when never saved), file_title, modified, active_sheet,
    active_cell, sheet_count, and for each sheet its name, index (from 0), whether it is visible, used_range,
    row_count and column_count; of very many sheets only the names.
    """
    sheets = []
    for index, name in enumerate(book.sheet_names):
        sheet = book.model.getSheets().getByIndex(index)
        used = used_area(sheet)
        sheets.append({
            "name": name,
            "index": index,
            "visible": bool(sheet.IsVisible),
            "used_range": used.short_name if used else None,
            "row_count": used.rows if used else 0,
            "column_count": used.columns if used else 0,
        })
    info = {
        "file_path": document_path(book) or None,
        "file_title": book.model.getTitle(),
        "modified": bool(book.model.isModified()),
        "active_sheet": book.sheet.getName(),
        "active_cell": active_cell(book),
        "sheet_count": len(sheets),
        "sheets": sheets,
    }
    text = json.dumps(info, ensure_ascii=False)
    if len(text) > _ANSWER_CHARACTERS:
        text = json.dumps({**info, "sheets": [sheet["name"] for sheet in sheets]}, ensure_ascii=False)
    return text


def active_cell(book: Book) -> str:
    """The cell with the cursor, such as `B2`."""
    # The view's own record of the cursor; the selection may be a range, a chart, or nothing.
    view = book.controller.getViewData()
    parts = view.split(";")
    index = book.sheet.getRangeAddress().Sheet
    fields = parts[3 + index].replace("+", "/").split("/") if len(parts) > 3 + index else []
    if len(fields) < 2 or not fields[0].isdigit() or not fields[1].isdigit():
        return "A1"
    column, row = int(fields[0]), int(fields[1])
    return Area(book.sheet, column, row, column, row).short_name


@tool("CalcTools", edits=False)
def save(book: Book) -> str:
    """Saves the workbook to its own file in its own format (xlsx stays xlsx). A workbook that has no file yet cannot
    be saved this way.
    """
    return save_document(book)


@tool("CalcTools")
def switch_active_sheet(book: Book, *, sheet_name: arg(Text(), "Name of the sheet.")) -> str:
    """Makes a sheet the active one. When the workbook has no sheet of that name, a new one is made after the last."""
    known = {name.casefold(): name for name in book.sheet_names}
    name = known.get(sheet_name.casefold())
    if name is None:
        require_structure(book)
        name = _new_name(book, "sheet_name", sheet_name)
        book.model.getSheets().insertNewByName(name, len(book.sheet_names))
    sheet = book.model.getSheets().getByName(name)
    if not sheet.IsVisible:
        raise refused(f"The sheet {name!r} is hidden.", "Show it first (Sheet, Show Sheet).")
    book.controller.setActiveSheet(sheet)
    if sheet_name.casefold() in known:
        return f"Switched to sheet {name!r}."
    return f"There was no sheet {name!r}; made it and switched to it."


@tool("CalcTools")
def rename_sheet(
    book: Book,
    *,
    old_name: arg(Text(), "Present name of the sheet."),
    new_name: arg(Text(), "New name, at most 31 characters, not taken by another sheet."),
) -> str:
    """Renames a sheet. Formulas that refer to it follow."""
    sheet = book.find_sheet("old_name", old_name)
    present = sheet.getName()
    name = _new_name(book, "new_name", new_name, instead_of=present)
    require_structure(book)
    sheet.setName(name)
    return f"Renamed sheet {present!r} to {name!r}."


@tool("CalcTools")
def copy_sheet(
    book: Book,
    *,
    source_sheet: arg(Text(), "Name of the sheet to copy."),
    new_sheet_name: arg(Text(), "Name of the copy; left out: the source's name with a number, 'Data (2)'.") = None,
) -> str:
    """Copies a sheet with all it holds. The copy stands right after the source; the active sheet stays."""
    sheet = book.find_sheet("source_sheet", source_sheet)
    present = sheet.getName()
    name = _new_name(book, "new_sheet_name", new_sheet_name or _next_name(book, present))
    require_structure(book)
    active = book.sheet.getName()
    book.model.getSheets().copyByName(present, name, book.sheet_names.index(present) + 1)
    book.controller.setActiveSheet(book.model.getSheets().getByName(active))
    return f"Copied sheet {present!r} to {name!r}."


def _next_name(book: Book, base: str) -> str:
    taken = {name.casefold() for name in book.sheet_names}
    for number in range(2, len(taken) + 3):
        ending = f" ({number})"
        name = base[: _LONGEST - len(ending)] + ending
        if name.casefold() not in taken:
            return name
    raise AssertionError("more names than sheets were tried")


@tool("CalcTools")
def reorder_sheets(
    book: Book,
    *,
    sheet_name: arg(Text(), "Name of the sheet to move."),
    position: arg(Whole(0, 10_000), "Its new place among the sheets, counted from 0."),
) -> str:
    """Moves a sheet to another place in the workbook."""
    sheet = book.find_sheet("sheet_name", sheet_name)
    name, names = sheet.getName(), book.sheet_names
    if position >= len(names):
        raise bad_argument("position", position, f"a whole number from 0 to {len(names) - 1}")
    require_structure(book)
    now = names.index(name)
    # Calc counts the place before the sheet is taken out.
    if position != now:
        book.model.getSheets().moveByName(name, position + 1 if position > now else position)
    return f"The sheets are now {', '.join(book.sheet_names)}."
