"""Sizes of rows and columns, which Calc keeps in 1/100 mm."""

from .calc_book import Book

_POINT = 2540 / 72
_PROBE_HEIGHT = 1_000


def row_height(points: float) -> int:
    return round(points * _POINT)


def column_width(book: Book, characters: float) -> int:
    """The width of so many digits in the workbook's default font, which is how Excel files count widths."""
    return round(characters * _digit_width(book))


def _digit_width(book: Book) -> float:
    import uno

    style = book.model.getStyleFamilies().getByName("CellStyles").getByName("Default")
    window = book.controller.getFrame().getContainerWindow()
    descriptor = window.getFontDescriptors()[0]
    for field in ("StyleName", "Family", "CharSet", "Pitch", "CharacterWidth", "Weight", "Width", "Kerning"):
        setattr(descriptor, field, type(getattr(descriptor, field))())
    descriptor.Name = style.CharFontName
    descriptor.Height = _PROBE_HEIGHT
    digit = window.getFont(descriptor).getCharWidth(uno.Char("0"))
    return digit / _PROBE_HEIGHT * style.CharHeight * _POINT
