"""Saving a document to its own file, the same for every application."""

from .documents import Document
from .errors import refused
from .paths import document_path
from .unoapi import service


def save_document(document: Document) -> str:
    """Stores the document in its own file and format. `store` asks no question about the format, unlike the menu."""
    if not document.model.hasLocation():
        raise refused(
            "The document has no file yet, so it cannot be saved in place.",
            "Save it under a name first: press ctrl+shift+s and type the path.",
        )
    if document.app == "calc":
        # Takes over what is still being typed into a cell, as a person's own ctrl+s does.
        helper = service("com.sun.star.frame.DispatchHelper")
        helper.executeDispatch(document.controller.getFrame(), ".uno:AcceptFormula", "", 0, ())
    document.model.store()
    if document.model.isModified():
        raise refused("LibreOffice did not save the document.", "Look at the window for a message and answer it.")
    return f"Saved {document_path(document) or document.url}."
