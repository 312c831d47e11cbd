"""Opening applications and files, and waiting until their window really shows."""

import os
import time

from .config import HOME
from .errors import GuestError, invalid, timed_out
from .pointer_and_keys import PointerAndKeys
from .programs import launch
from .runner_client import RunnerClient
from .screen import Screen
from .windows import WindowInfo, Windows

POLL_S = 0.03
# Something may move for ever, such as a cursor; after this it is not waited for.
STILL_LIMIT_S = 3.0
OFFICE_APPS = {"libreoffice calc": "calc", "libreoffice writer": "writer", "libreoffice impress": "impress"}
COMMANDS = {
    "files": ["pcmanfm", "--new-win", HOME],
    "terminal": ["lxterminal", f"--working-directory={HOME}"],
    "gedit": ["gedit", "--new-window"],
    "chrome": ["chromium"],
}
_ALIASES = {"calc": "libreoffice calc", "writer": "libreoffice writer", "impress": "libreoffice impress",
            "file manager": "files", "text editor": "gedit", "google chrome": "chrome", "chromium": "chrome"}
_OFFICE_FILES = frozenset(
    "ods xlsx xls xlsm csv tsv ots odt docx doc rtf ott odp pptx ppt ppsx otp odg odf fods fodt fodp".split())
_BROWSER_FILES = frozenset("html htm pdf svg png jpg jpeg gif webp".split())


class Apps:
    def __init__(self, windows: Windows, office: RunnerClient, keys: PointerAndKeys, screen: Screen):
        self._windows = windows
        self._office = office
        self._keys = keys
        self._screen = screen

    def open_app(self, name: str, deadline: float) -> WindowInfo:
        """Opens an application by its name in a new window. Raises GuestError `invalid_input` for an unknown one."""
        app = _ALIASES.get(name.strip().lower(), name.strip().lower())
        before = self._ids()
        if app in OFFICE_APPS:
            self._office.call("new_document", _left(deadline), app=OFFICE_APPS[app])
        elif app in COMMANDS:
            launch(COMMANDS[app])
        else:
            raise invalid(f"there is no application '{name}'", f"Known: {', '.join([*OFFICE_APPS, *COMMANDS])}")
        return self._await(app, deadline, lambda window: window.xid not in before)

    def open_path(self, path: str, deadline: float) -> WindowInfo:
        """Opens a file or folder in its application; an already open one comes to the front."""
        if not os.path.isabs(path):
            raise invalid(f"'{path}' is not an absolute path", f"Give a path such as {HOME}/Documents/a.ods")
        if not os.path.exists(path):
            raise GuestError("not_found", f"there is no file {path}", "Upload it first")
        before = self._ids()
        extension = path.rpartition(".")[2].lower()
        if os.path.isdir(path):
            launch(["pcmanfm", "--new-win", path])
        elif extension in _OFFICE_FILES:
            self._office.call("open_document", _left(deadline), path=path)
        elif extension in _BROWSER_FILES:
            launch(["chromium", path])
        else:
            launch(["gedit", path])
        name = os.path.basename(path.rstrip("/"))
        return self._await(path, deadline, lambda window: window.xid not in before or (
            window.focused and name in window.title))

    def _ids(self) -> set[int]:
        return {window.xid for window in self._windows.usable()}

    def _await(self, what: str, deadline: float, matches) -> WindowInfo:
        while True:
            for window in reversed(self._windows.usable()):
                if window.kind != "splash" and window.title and window.width > 10 and matches(window):
                    return self._settled(window, deadline)
            if time.monotonic() > deadline:
                raise timed_out(f"no window of {what} showed in time",
                                f"Allow more time, or look at the screen. {self._windows.known()}")
            time.sleep(POLL_S)

    def _settled(self, window: WindowInfo, deadline: float) -> WindowInfo:
        """A mapped window is not yet one that takes keys: it must have the focus, and its program must answer."""
        window = self._windows.activate(window.xid, deadline)
        if not self._keys.await_focus(deadline):
            raise timed_out(f"the window '{window.title}' shows but its program does not answer yet", "Wait, then go on")
        self._screen.await_still(min(deadline, time.monotonic() + STILL_LIMIT_S))
        return self._windows.by_id(window.xid) or window


def _left(deadline: float) -> float:
    return max(0.05, deadline - time.monotonic())
