"""Where exports go."""

import os

from .documents import Document
from .errors import bad_argument, refused
from .unoapi import file_path


def document_path(document: Document) -> str:
    """Path of the document's file; empty when it was never saved."""
    return file_path(document.url) if document.url else ""


def absolute(document: Document, path: str) -> str:
    """`~` is the user's home; a relative path starts in the document's folder, or at home when it has none."""
    folder = os.path.dirname(document_path(document)) or os.path.expanduser("~")
    return os.path.normpath(os.path.join(folder, os.path.expanduser(path)))


def derived(document: Document, suffix: str, argument: str | None) -> str:
    """The document's own path with another ending."""
    path = document_path(document)
    if not path:
        how = f"Give {argument}, or save" if argument else "Save"
        raise refused("The document has no file yet.", f"{how} the document under a name first.")
    return os.path.splitext(path)[0] + suffix


def writable_file(argument: str, path: str) -> str:
    """The path, when a file can be written there. Raises `tool_arguments_invalid` otherwise."""
    if os.path.isdir(path):
        raise bad_argument(argument, path, "the path of a file; this is a folder")
    parent = os.path.dirname(path)
    if not os.path.isdir(parent):
        raise bad_argument(argument, path, f"a path in a folder that exists; {parent} does not")
    if not os.access(path if os.path.exists(path) else parent, os.W_OK):
        raise bad_argument(argument, path, "a path where the user may write")
    return path


def check_written(path: str) -> str:
    """`PATH (N bytes)` of an export; raises `action_failed` when there is nothing."""
    if not os.path.isfile(path) or os.path.getsize(path) == 0:
        raise refused(f"LibreOffice wrote nothing to {path}.", "Check that the disk is not full and try again.")
    return f"{path} ({os.path.getsize(path):,} bytes)"
