"""Formulas as people and models write them: with commas or semicolons, `Sheet2!A1` or `Sheet2.A1`."""

import re

from .calc_book import Book
from .errors import refused
from .unoapi import struct

_CONVENTION_API = -1
_CONVENTION_EXCEL = 3
# Errors of the text itself; those of the data (#DIV/0!, #N/A, #VALUE!) are a formula's honest result.
_SYNTAX = {501, 507, 508, 509, 510, 511, 512, 514, 516, 517, 518, 520, 525, 533}
_CIRCULAR = 522
_REFERENCE = 524


def set_formula(book: Book, cell, text: str) -> None:
    """Puts a formula into a cell. Raises `action_failed` for one that Calc does not understand."""
    error = 0
    for spelling in _spellings(book, cell, text):
        cell.setFormula(spelling)
        error = cell.getError()
        lost = error == _REFERENCE and "#REF!" in cell.getFormula().upper()
        if error not in _SYNTAX and error != _CIRCULAR and not lost:
            return
        if error == _CIRCULAR:
            raise refused(f"The formula {text} refers to its own cell.", "Leave the cell itself out of its formula.")
    shown = cell.getString()
    raise refused(
        f"Calc does not understand the formula {text}: it shows {shown} (error {error}).",
        "Check the parentheses, and the names of functions (English) and sheets.",
    )


def _spellings(book: Book, cell, text: str):
    """The formula in the grammar of the API (semicolons, `Sheet.A1`), the likeliest reading first."""
    commas, semicolons = _separators(text)
    native = _replace_separator(text, ",", ";")
    if semicolons or not (commas or re.search(r"[!{]", text)):
        yield text if not commas else native
        yield from _from_excel(book, cell, _replace_separator(text, ";", ","))
    else:
        yield from _from_excel(book, cell, text)
        yield native


def _from_excel(book: Book, cell, text: str):
    parser = book.model.createInstance("com.sun.star.sheet.FormulaParser")
    parser.CompileEnglish = True
    address = cell.getCellAddress()
    origin = struct(
        "com.sun.star.table.CellAddress", Sheet=address.Sheet, Column=address.Column, Row=address.Row
    )
    parser.FormulaConvention = _CONVENTION_EXCEL
    tokens = parser.parseFormula(text[1:], origin)
    parser.FormulaConvention = _CONVENTION_API
    yield "=" + parser.printFormula(tokens, origin)


def _outside(text: str):
    """Each position outside strings, quoted names and inline arrays."""
    quote, braces = "", 0
    for index, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "{}":
            braces += 1 if letter == "{" else -1
        elif braces == 0:
            yield index, letter


def _separators(text: str) -> tuple[bool, bool]:
    letters = {letter for _, letter in _outside(text)}
    return "," in letters, ";" in letters


def _replace_separator(text: str, old: str, new: str) -> str:
    letters = list(text)
    for index, letter in _outside(text):
        if letter == old:
            letters[index] = new
    return "".join(letters)
