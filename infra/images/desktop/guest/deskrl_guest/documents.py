"""Opening and saving office documents over UNO. Runs in the runner."""

import os
import zipfile

import uno
from com.sun.star.io import IOException
from com.sun.star.lang import IllegalArgumentException
from com.sun.star.task import ErrorCodeIOException

from . import office
from .errors import GuestError

FACTORIES = {"calc": "private:factory/scalc", "writer": "private:factory/swriter",
             "impress": "private:factory/simpress"}
_PACKAGES = (".xlsx", ".xlsm", ".docx", ".pptx", ".ppsx", ".ods", ".odt", ".odp", ".odg", ".ots", ".ott", ".otp")
# A window made from a UNO thread asks the clipboard from there and can wait for ever; the main thread can not.
_ON_MAIN_THREAD = office.properties(OnMainThread=True)
# Comma, double quote, UTF-8, from line 1; when saved again, quotes only where needed and values as they are shown.
_CSV_OPTIONS = {"FilterName": "Text - txt - csv (StarCalc)", "FilterOptions": "44,34,76,1,,0,false,true,true"}


def new_document(app: str) -> None:
    """Opens an empty document of `calc`, `writer` or `impress` in a window of its own."""
    office.connect().loadComponentFromURL(FACTORIES[app], "_blank", 0, _ON_MAIN_THREAD)


def open_document(path: str) -> None:
    """Opens a file in its window, or brings that window to the front. Raises GuestError `action_failed`."""
    _refuse_damaged(path)
    options = office.properties(**_CSV_OPTIONS) if path.lower().endswith(".csv") else ()
    try:
        document = office.connect().loadComponentFromURL(
            uno.systemPathToFileUrl(path), "_default", 0, (*options, *_ON_MAIN_THREAD))
    except (IOException, IllegalArgumentException, ErrorCodeIOException) as error:
        raise GuestError("action_failed", f"LibreOffice could not open {path}: {error}") from error
    if document is None:
        raise GuestError("action_failed", f"LibreOffice could not open {path}", "Check that the file is not damaged")
    document.getCurrentController().getFrame().activate()


def _refuse_damaged(path: str) -> None:
    """A package that is none makes LibreOffice ask whether to repair it, and the caller would wait for the answer."""
    packaged = path.lower().endswith(_PACKAGES)
    if packaged and os.path.getsize(path) > 0 and not zipfile.is_zipfile(path):
        raise GuestError("action_failed", f"LibreOffice cannot open {path}: it is damaged", "Upload the file again")


def save_documents() -> list[str]:
    """Saves every changed document that has a file, and syncs the files to disk. Answers their paths."""
    saved: list[str] = []
    components = office.connect().getComponents().createEnumeration()
    while components.hasMoreElements():
        document = components.nextElement()
        if not hasattr(document, "isModified") or not hasattr(document, "hasLocation"):
            continue
        _commit_input(document)
        if not document.isModified() or not document.hasLocation() or document.isReadonly():
            continue
        path = uno.fileUrlToSystemPath(document.getURL())
        document.store()
        _sync(path)
        saved.append(path)
    return saved


def _commit_input(document) -> None:
    """Takes over what is still being typed into a cell; the user's own Ctrl+S does so too."""
    if not document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
        return
    controller = document.getCurrentController()
    if controller is None:
        return
    dispatcher = office.service("com.sun.star.frame.DispatchHelper")
    dispatcher.executeDispatch(controller.getFrame(), ".uno:AcceptFormula", "", 0, ())


def _sync(path: str) -> None:
    for target in (path, os.path.dirname(path)):
        descriptor = os.open(target, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
