"""The cursor that a person sees."""

from .documents import Document
from .errors import refused


def insertion_cursor(document: Document):
    """A text cursor at the visible one, after its selection."""
    view = document.controller.getViewCursor()
    text = view.getText()
    if text is None:
        raise refused("The cursor is not in text.", "Click into the text first.")
    return text.createTextCursorByRange(view.getEnd())


def leave_view_cursor(document: Document, cursor) -> None:
    """Puts the visible cursor where this one ends, so that the next text follows."""
    document.controller.getViewCursor().gotoRange(cursor.getEnd(), False)
