"""The application tools: what the paper calls APIs, each acting on the open document through UNO."""

from . import (  # noqa: F401 - importing a module registers its tools
    calc_cells,
    calc_charts,
    calc_columns,
    calc_export,
    calc_format,
    calc_formats,
    calc_pivot,
    calc_sheets,
    calc_view,
    writer_case,
    writer_characters,
    writer_export,
    writer_highlight,
    writer_insert,
    writer_layout,
    writer_pages,
    writer_text,
)
from .app_info import app_info
from .calc_book import Book
from .documents import require_document, require_editable
from .errors import ToolError
from .registry import TOOLS, find_tool, read_arguments
from .unoapi import application_errors

__all__ = ["TOOLS", "ToolError", "app_info", "dispatch"]


def dispatch(tool: str, method: str, args: dict) -> str:
    """Carries out `tool.method(**args)` on the open document and says what was done.

    Raises ToolError: `tool_arguments_invalid` when the call itself is wrong, `action_failed` when the application
    refuses; the document is then as it was. GuestError `guest_error` when the office went away.
    """
    from .. import office

    entry = find_tool(tool, method)
    checked = read_arguments(entry, args)
    name = f"{entry.class_name}.{entry.method}"
    with application_errors(name):
        if entry.class_name == "CalcTools":
            document = Book(require_document(office.connect(), "calc"))
        else:
            document = require_document(office.connect(), "writer")
        if not entry.edits:
            return entry.run(document, **checked)
        require_editable(document)
        with document.undoable(name):
            return entry.run(document, **checked)
