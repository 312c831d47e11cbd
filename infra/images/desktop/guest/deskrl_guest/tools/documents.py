"""The open document that a tool works on."""

from contextlib import contextmanager

from .errors import refused

SERVICES = {
    "calc": "com.sun.star.sheet.SpreadsheetDocument",
    "writer": "com.sun.star.text.TextDocument",
    "impress": "com.sun.star.presentation.PresentationDocument",
}
TITLES = {"calc": "spreadsheet", "writer": "text document", "impress": "presentation"}


class Document:
    """An open document and its view."""

    def __init__(self, app: str, model):
        self.app = app
        self.model = model
        self.controller = model.getCurrentController()

    @property
    def url(self) -> str:
        """Address of the document's file; empty when it was never saved."""
        return self.model.getURL()

    @contextmanager
    def undoable(self, title: str):
        """One entry in the Undo menu for all that happens inside; when it fails, all of it is taken back."""
        manager = self.model.getUndoManager()
        before = manager.getAllUndoActionTitles()
        # A title unlike the newest one shows whether anything was recorded, also once the list is full.
        if before and before[0] == title:
            title += " "
        manager.enterUndoContext(title)
        try:
            yield
        except BaseException:
            manager.leaveUndoContext()
            # Only when something was recorded: an undo would else take back the user's own work.
            if manager.isUndoPossible() and manager.getCurrentUndoActionTitle() == title:
                manager.undo()
                manager.clearRedo()
            raise
        manager.leaveUndoContext()


def is_kind(model, app: str) -> bool:
    return model is not None and hasattr(model, "supportsService") and model.supportsService(SERVICES[app])


def find_document(desktop, app: str) -> Document | None:
    """The document in front when it is of that application, else the only one open of it.

    Raises `action_failed` when several are open and none of them is in front.
    """
    current = desktop.getCurrentComponent()
    if is_kind(current, app):
        return Document(app, current)
    found = []
    components = desktop.getComponents().createEnumeration()
    while components.hasMoreElements():
        model = components.nextElement()
        if is_kind(model, app) and model.getCurrentController() is not None:
            found.append(model)
    if len(found) > 1:
        raise refused(
            f"{len(found)} {TITLES[app]}s are open and none of them is in front.", "Switch to the window of one first."
        )
    return Document(app, found[0]) if found else None


def require_document(desktop, app: str) -> Document:
    document = find_document(desktop, app)
    if document is None or document.controller is None:
        raise refused(f"No {TITLES[app]} is open.", f"Open a {TITLES[app]} first.")
    return document


def require_editable(document: Document) -> None:
    if document.model.isReadonly():
        raise refused("The document is open read-only.", "Save a copy under another name, or open it for editing.")
