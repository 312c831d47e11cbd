"""A text document as text."""

from .documents import Document
from .paths import document_path

_PARAGRAPH_CHARACTERS = 500
_MOST_PARAGRAPHS = 400


def writer_info(document: Document, limit: int):
    """Lines: file, where the cursor is, then the numbered paragraphs of the body, tables left out."""
    model = document.model
    yield f"File: {document_path(document) or model.getTitle() + ' (not saved yet)'}"
    tables = model.getTextTables().getCount()
    if tables:
        yield f"Tables: {tables} (their text is not among the paragraphs)"
    for index, text in enumerate(_paragraphs(model, tables, limit)):
        shown = " ".join(text.split())
        if len(shown) > _PARAGRAPH_CHARACTERS:
            shown = shown[:_PARAGRAPH_CHARACTERS] + "..."
        yield f"Paragraph {index}: {shown}"


def _paragraphs(model, tables: int, limit: int):
    """The text in one call where it tells paragraphs apart; a call for each paragraph takes about a millisecond."""
    if not tables and not _has_line_breaks(model):
        return model.getText().getString().split("\n")[:_MOST_PARAGRAPHS]
    return _enumerate(model.getText(), limit)


def _has_line_breaks(model) -> bool:
    search = model.createSearchDescriptor()
    search.SearchRegularExpression = True
    search.SearchString = "\\n"
    return model.findFirst(search) is not None


def _enumerate(text, limit: int):
    """Two calls for each paragraph: asking each time whether there is one more would double the time."""
    from com.sun.star.container import NoSuchElementException

    elements = text.createEnumeration()
    length = 0
    for _ in range(_MOST_PARAGRAPHS):
        if length > limit:
            return
        try:
            string = elements.nextElement().getString()
        except NoSuchElementException:
            return
        except AttributeError:
            # A table, which has no string of its own.
            continue
        length += min(len(string), _PARAGRAPH_CHARACTERS) + 14
        yield string
