"""Number formats of a workbook."""

from .calc_book import Book
from .errors import bad_argument
from .kinds import Choice, Whole
from .calc_used import require_unlocked
from .kinds import Text
from .registry import arg, tool
from .unoapi import struct

# Bits of com.sun.star.util.NumberFormat.
DATE, TIME, LOGICAL = 2, 4, 1024
DATETIME = DATE | TIME

_DEFAULT_DECIMALS = {"number": 0, "currency": 2, "accounting": 2, "percentage": 2, "scientific": 2}


def format_key(book: Book, code: str) -> int:
    """The workbook's key of a format code, added when it is new.

    Codes are read in the desktop's own locale, which is US English. A named locale would be written into every code
    of a saved Excel file, as in `[$-409]0.00`.
    """
    if code == "General":
        return 0
    formats = book.model.getNumberFormats()
    locale = struct("com.sun.star.lang.Locale")
    key = formats.queryKey(code, locale, False)
    return key if key != -1 else formats.addNew(code, locale)


def _code(kind: str, decimals: int) -> str:
    digits = "." + "0" * decimals if decimals else ""
    dollar = "[$$-409]"
    return {
        "general": "General",
        "number": f"0{digits}",
        "currency": f"{dollar}#,##0{digits};-{dollar}#,##0{digits}",
        "accounting": f'_({dollar}* #,##0{digits}_);_({dollar}* (#,##0{digits});_({dollar}* "-"??_);_(@_)',
        "date": "YYYY-MM-DD",
        "time": "HH:MM:SS",
        "percentage": f"0{digits}%",
        "fraction": "# ?/?",
        "scientific": f"0{digits}E+00",
        "text": "@",
    }[kind]


@tool("CalcTools")
def set_number_format(
    book: Book,
    *,
    range_str: arg(Text(), "The cells, such as 'A1:B10' or 'Sheet2.C:C'."),
    format_type: arg(
        Choice("general", "number", "currency", "accounting", "date", "time", "percentage", "fraction", "scientific",
               "text"),
        "How numbers show. 'currency' and 'accounting' use the dollar sign, 'date' is YYYY-MM-DD, 'time' HH:MM:SS.",
    ),
    decimal_places: arg(
        Whole(0, 15),
        "Digits after the decimal point, for number (default 0), currency, accounting, percentage and scientific "
        "(default 2).",
    ) = None,
) -> str:
    """Sets how the numbers of a range are shown. The values themselves stay as they are."""
    area = book.find_area("range_str", range_str)
    if decimal_places is not None and format_type not in _DEFAULT_DECIMALS:
        raise bad_argument("decimal_places", decimal_places, f"none: the format {format_type!r} has no decimal places")
    decimals = _DEFAULT_DECIMALS.get(format_type, 0) if decimal_places is None else decimal_places
    require_unlocked(area)
    code = _code(format_type, decimals)
    area.cells.NumberFormat = format_key(book, code)
    return f"Set the number format of {area.name} to {format_type} ({code})."
