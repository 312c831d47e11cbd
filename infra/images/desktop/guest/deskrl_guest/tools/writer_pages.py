"""Page numbers."""

from .documents import Document
from .kinds import Choice, Whole
from .registry import arg, tool
from .unoapi import enum

_ARABIC = 4
_FORMATS = ("1", "Page 1", "1 of N", "Page 1 of N")


@tool("WriterTools")
def add_page_numbers(
    document: Document,
    *,
    position: arg(
        Choice("bottom_left", "bottom_center", "bottom_right", "top_left", "top_center", "top_right"),
        "In the footer (bottom) or header (top), and its alignment.",
    ),
    start_number: arg(Whole(1, 9_999), "Number of the first page.") = 1,
    format: arg(Choice(*_FORMATS), "How the number reads; N is the number of pages.") = "1",
) -> str:
    """Adds page numbers to every page. What the header or footer holds stays; page numbers it has already are
    replaced.
    """
    edge, side = position.split("_")
    area = "Header" if edge == "top" else "Footer"
    styles = document.model.getStyleFamilies().getByName("PageStyles")
    used = [styles.getByName(name) for name in styles.getElementNames() if styles.getByName(name).isInUse()]
    for style in used or [styles.getByName("Standard")]:
        style.setPropertyValue(f"{area}IsOn", True)
        for text in _texts(style, area):
            _write(document, text, side, format)
    _start_at(document, start_number)
    where = "header" if area == "Header" else "footer"
    return f"Added page numbers to the {where}, {side}, from {start_number} on."


def _texts(style, area: str):
    """The header or footer of a page style; left and first pages may have their own."""
    yield style.getPropertyValue(f"{area}Text")
    if not style.getPropertyValue(f"{area}IsShared"):
        yield style.getPropertyValue(f"{area}TextLeft")
    if not style.getPropertyValue("FirstIsShared"):
        yield style.getPropertyValue(f"{area}TextFirst")


def _write(document: Document, text, side: str, format: str) -> None:
    cursor = text.createTextCursorByRange(_free_paragraph(text))
    cursor.ParaAdjust = enum("com.sun.star.style.ParagraphAdjust", side.upper())
    if format.startswith("Page"):
        text.insertString(cursor, "Page ", False)
    text.insertTextContent(cursor, _field(document, "PageNumber"), False)
    if format.endswith("of N"):
        text.insertString(cursor, " of ", False)
        text.insertTextContent(cursor, _field(document, "PageCount"), False)


def _free_paragraph(text):
    """Start of an emptied paragraph that held page numbers, of an empty last one, or of a new one."""
    paragraphs = text.createEnumeration()
    last = None
    while paragraphs.hasMoreElements():
        last = paragraphs.nextElement()
        if last.supportsService("com.sun.star.text.Paragraph") and _has_page_number(last):
            last.setString("")
            return last.getStart()
    if last is not None and last.supportsService("com.sun.star.text.Paragraph") and not last.getString():
        return last.getStart()
    text.insertControlCharacter(text.getEnd(), 0, False)
    return text.getEnd()


def _has_page_number(paragraph) -> bool:
    runs = paragraph.createEnumeration()
    while runs.hasMoreElements():
        run = runs.nextElement()
        if run.TextPortionType == "TextField" and run.TextField.supportsService(
            "com.sun.star.text.textfield.PageNumber"
        ):
            return True
    return False


def _field(document: Document, name: str):
    field = document.model.createInstance(f"com.sun.star.text.TextField.{name}")
    field.NumberingType = _ARABIC
    if name == "PageNumber":
        field.SubType = enum("com.sun.star.text.PageNumberType", "CURRENT")
    return field


def _start_at(document: Document, number: int) -> None:
    """The first paragraph carries where counting starts, together with the page style it begins."""
    first = document.model.getText().createEnumeration().nextElement()
    if number == 1 and not first.PageNumberOffset:
        return
    cursor = document.model.getText().createTextCursor()
    first.PageDescName = cursor.PageStyleName
    first.PageNumberOffset = number
