"""Waits for the window that an action brings to the front, or closes."""

import time

from .windows import WindowInfo, Windows

POLL_S = 0.03
# A press in a dialog is mostly for a field of it; others reach for another window.
SOON_S = 0.4
LATER_S = 1.0
# So long nothing may change, and at most so long it is waited for.
CALM_S = 0.2
MOST_S = 2.0

Scene = tuple[int, str, tuple[int, ...]]


class News:
    """Made before an action, awaited after it.

    That the focused application took its events says nothing of windows: the panel, the window manager and file dialogs
    answer later, and an agent that looks too soon acts on a desktop that is already gone.
    """

    def __init__(self, windows: Windows):
        self._windows = windows
        self._active = windows.active()
        self._before = self._scene()

    def wait(self, action: dict) -> None:
        """Waits for a change if the action is one that brings it, then until the windows are calm."""
        expected_until = time.monotonic() + self._expected_s(action)
        end = time.monotonic() + MOST_S
        scene, since = self._scene(), time.monotonic()
        while scene == self._before and time.monotonic() < expected_until:
            time.sleep(POLL_S)
            scene, since = self._scene(), time.monotonic()
        if scene == self._before:
            return
        while time.monotonic() < min(end, since + CALM_S):
            time.sleep(POLL_S)
            now = self._scene()
            if now != scene:
                scene, since = now, time.monotonic()

    def _expected_s(self, action: dict) -> float:
        """How long a change is worth waiting for."""
        active = self._active
        in_dialog = active is not None and active.kind == "dialog"
        match action["kind"]:
            case "click" if active is None or not _holds(active, action["x"], action["y"]):
                return LATER_S
            case "click" if in_dialog:
                return SOON_S
            case "click" if action["clicks"] > 1 and active.app == "files":
                return LATER_S
            case "type" if in_dialog and action["enter"]:
                return LATER_S
            case "hotkey" if in_dialog and action["keys"] in (["enter"], ["return"], ["escape"]):
                return LATER_S
        return 0.0

    def _scene(self) -> Scene:
        windows = self._windows.usable()
        front = next((window for window in windows if window.focused), None)
        return (front.xid if front else 0, front.title if front else "", tuple(window.xid for window in windows))


def _holds(window: WindowInfo, x: int, y: int) -> bool:
    return window.x <= x < window.x + window.width and window.y <= y < window.y + window.height
