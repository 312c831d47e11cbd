"""Exports of a workbook."""

from .calc_book import Book
from .errors import refused
from .kinds import Flag, ListOf, Text
from .paths import absolute, check_written, derived, writable_file
from .registry import arg, tool
from .unoapi import file_url, filter_data, properties, service

# Comma, double quote, UTF-8, from line 1, no column formats, English (US), quote only where needed, as shown.
_CSV = "44,34,76,1,,1033,false,true,false"


@tool("CalcTools", edits=False)
def export_to_csv(book: Book) -> str:
    """Writes the active sheet as a CSV file beside the workbook, with its name and the ending .csv: commas, UTF-8,
    values as they are shown. The workbook itself stays open as it is.
    """
    path = writable_file("the workbook's path", derived(book, ".csv", None))
    book.model.storeToURL(
        file_url(path), properties(FilterName="Text - txt - csv (StarCalc)", FilterOptions=_CSV)
    )
    return f"Exported sheet {book.sheet.getName()!r} to {check_written(path)}."


@tool("CalcTools", edits=False)
def export_to_pdf(
    book: Book,
    *,
    file_path: arg(
        Text(), "Path of the PDF; a relative one starts in the workbook's folder. Left out: the workbook's own name."
    ) = None,
    sheets: arg(ListOf(Text(), most=1_000), "Names of the sheets to export; left out: all of them.") = None,
    open_after_export: arg(Flag(), "true opens the PDF in the desktop's viewer afterwards.") = False,
) -> str:
    """Exports the workbook as PDF. A file of that name is written over."""
    chosen = [book.find_sheet(f"sheets[{i}]", name) for i, name in enumerate(sheets or [])]
    path = derived(book, ".pdf", "file_path") if file_path is None else absolute(book, file_path)
    if not path.lower().endswith(".pdf"):
        path += ".pdf"
    path = writable_file("file_path", path)
    options = {}
    if chosen:
        ranges = book.model.createInstance("com.sun.star.sheet.SheetCellRanges")
        for sheet in chosen:
            ranges.addRangeAddress(sheet.getRangeAddress(), False)
        options["Selection"] = ranges
    book.model.storeToURL(
        file_url(path), properties(FilterName="calc_pdf_Export", FilterData=filter_data(**options))
    )
    written = check_written(path)
    if open_after_export:
        _open(path)
    names = ", ".join(sheet.getName() for sheet in chosen) or "all sheets"
    return f"Exported {names} to {written}{' and opened it' if open_after_export else ''}."


def _open(path: str) -> None:
    try:
        service("com.sun.star.system.SystemShellExecute").execute(file_url(path), "", 0)
    except Exception as error:
        raise refused(f"The PDF is at {path}, but nothing here opens PDF files.", "Open it another way.") from error
