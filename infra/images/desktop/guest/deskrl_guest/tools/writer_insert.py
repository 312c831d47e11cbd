"""Things put in at the cursor: formulas, images, page breaks."""

import os

from .documents import Document
from .errors import bad_argument, refused
from .kinds import Choice, Number, Text
from .paths import absolute
from .registry import arg, tool
from .unoapi import enum, file_url, properties, service
from .writer_cursor import insertion_cursor, leave_view_cursor

_MATH = "078B7ABA-54FC-457F-8551-6147e776a997"
# 1/100 mm in a pixel of 96 to the inch.
_PIXEL = 2540 / 96


def _as_character():
    return enum("com.sun.star.text.TextContentAnchorType", "AS_CHARACTER")


def _insert(document: Document, content) -> None:
    cursor = insertion_cursor(document)
    cursor.getText().insertTextContent(cursor, content, False)
    cursor.collapseToEnd()
    leave_view_cursor(document, cursor)


@tool("WriterTools")
def insert_formula_at_cursor(
    document: Document,
    *,
    formula: arg(
        Text(longest=10_000),
        "The formula in LibreOffice Math notation, such as 'E = m c^2' or '{%alpha + b} over sqrt{c}'.",
    ),
) -> str:
    """Puts a mathematical formula in at the cursor."""
    content = document.model.createInstance("com.sun.star.text.TextEmbeddedObject")
    content.CLSID = _MATH
    content.AnchorType = _as_character()
    _insert(document, content)
    math = content.getEmbeddedObject()
    if math is None:
        raise refused("LibreOffice Math is not installed, so no formula can be made.", "Write the formula as text.")
    math.Formula = formula
    # Without this the formula is saved right but keeps the size and picture of an empty one until it is opened.
    content.ExtendedControlOverEmbeddedObject.update()
    return f"Put in the formula {formula[:200]}."


@tool("WriterTools")
def insert_image_at_cursor(
    document: Document,
    *,
    image_path: arg(Text(), "Path of the image file; '~' is the home folder."),
    width: arg(Number(1, 10_000), "Width in pixels, 96 to the inch.") = None,
    height: arg(Number(1, 10_000), "Height in pixels, 96 to the inch.") = None,
) -> str:
    """Puts an image in at the cursor; it becomes part of the document. With only a width or a height the proportions
    stay; with neither it has its own size, or the width of the text if it is wider.
    """
    path = absolute(document, image_path)
    if not os.path.isfile(path):
        raise bad_argument("image_path", image_path, "the path of an image file that exists")
    provider = service("com.sun.star.graphic.GraphicProvider")
    graphic = provider.queryGraphic(properties(URL=file_url(path)))
    if graphic is None or graphic.SizePixel.Width == 0:
        raise bad_argument("image_path", image_path, "a file that holds an image, such as PNG, JPEG or SVG")
    size = _size(document, graphic, width, height)
    content = document.model.createInstance("com.sun.star.text.TextGraphicObject")
    content.Graphic = graphic
    content.AnchorType = _as_character()
    content.Width, content.Height = size
    _insert(document, content)
    return f"Put in {path}, {round(size[0] / _PIXEL)} by {round(size[1] / _PIXEL)} pixels."


def _size(document: Document, graphic, width: float | None, height: float | None) -> tuple[int, int]:
    """The size in 1/100 mm."""
    own = graphic.Size100thMM
    across, down = own.Width, own.Height
    if across <= 0 or down <= 0:
        across, down = graphic.SizePixel.Width * _PIXEL, graphic.SizePixel.Height * _PIXEL
    if width is None and height is None:
        room = _text_width(document)
        scale = min(1.0, room / across)
        return round(across * scale), round(down * scale)
    wide = width * _PIXEL if width is not None else height * _PIXEL * across / down
    high = height * _PIXEL if height is not None else width * _PIXEL * down / across
    return max(1, round(wide)), max(1, round(high))


def _text_width(document: Document) -> int:
    name = document.controller.getViewCursor().PageStyleName
    style = document.model.getStyleFamilies().getByName("PageStyles").getByName(name)
    return max(1_000, style.Width - style.LeftMargin - style.RightMargin)


@tool("WriterTools")
def insert_page_break(
    document: Document,
    *,
    position: arg(
        Choice("at_cursor", "end_of_document"), "At the cursor, which parts its paragraph, or after the last paragraph."
    ) = "at_cursor",
) -> str:
    """Starts a new page."""
    if position == "end_of_document":
        cursor = document.model.getText().createTextCursor()
        cursor.gotoEnd(False)
    else:
        cursor = insertion_cursor(document)
        if not _in_body(document, cursor):
            raise refused(
                "A page cannot break inside a table, a frame, a header or a footer.", "Click into the body text first."
            )
    cursor.getText().insertControlCharacter(cursor, 0, False)
    cursor.collapseToEnd()
    cursor.BreakType = enum("com.sun.star.style.BreakType", "PAGE_BEFORE")
    leave_view_cursor(document, cursor)
    return f"Put in a page break {'at the cursor' if position == 'at_cursor' else 'at the end of the document'}."


def _in_body(document: Document, cursor) -> bool:
    return cursor.getText().getImplementationName() == document.model.getText().getImplementationName()
