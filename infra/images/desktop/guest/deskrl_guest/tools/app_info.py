"""What an application says of its open document, as text for an observation."""

from .calc_info import calc_info
from .documents import find_document
from .errors import ToolError
from .impress_info import impress_info
from .writer_info import writer_info

LIMIT = 5_000

_READERS = {"calc": calc_info, "writer": writer_info, "impress": impress_info}


def app_info(app: str) -> str:
    """The open document of `calc`, `writer` or `impress`, at most 5,000 characters; empty when there is none."""
    from .. import office

    reader = _READERS.get(app)
    if reader is None:
        return ""
    try:
        document = find_document(office.connect(), app)
    except ToolError as error:
        return f"{error.message} {error.fix}"
    if document is None or document.controller is None:
        return ""
    return cut(reader(document, LIMIT))


def cut(lines) -> str:
    """The lines joined, as many as fit; says when some were left out."""
    kept, length = [], 0
    note = "(cut here)"
    for line in lines:
        if length + len(line) + 1 > LIMIT - len(note) - 1:
            rest = LIMIT - len(note) - 1 - length - 1
            if rest > 20:
                kept.append(line[:rest])
            kept.append(note)
            break
        kept.append(line)
        length += len(line) + 1
    return "\n".join(kept)
