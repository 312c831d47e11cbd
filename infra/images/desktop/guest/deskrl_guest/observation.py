"""What an agent reads of the desktop in one round trip: windows, foreground application, document, elements."""

from .errors import GuestError
from .guest import Guest
from .windows import WindowInfo

APP_INFO_LIMIT = 5_000
APP_INFO_S = 5.0
ACCESSIBILITY_S = 5.0
_WITH_INFO = ("calc", "writer", "impress")


def observe(guest: Guest, *, accessibility: bool, maximum: int) -> dict:
    """An application that does not answer leaves its part empty: the screen itself is still a true observation."""
    guest.require_display()
    windows = guest.windows.usable()
    active = next((window for window in windows if window.focused), None)
    rows, truncated = _elements(guest, active, maximum) if accessibility else ([], False)
    return {
        "screen": guest.screen_size(),
        "windows": [window.row() for window in windows],
        "foregroundApp": active.app if active else None,
        "appInfo": _info(guest, active),
        "accessibility": rows,
        "accessibilityTruncated": truncated,
    }


def _info(guest: Guest, active: WindowInfo | None) -> str:
    if active is None or active.app not in _WITH_INFO:
        return ""
    try:
        return str(guest.tools.call("app_info", APP_INFO_S, app=active.app))[:APP_INFO_LIMIT]
    except GuestError as error:
        return f"(no information: {error.message})"


def _let_find_itself(guest: Guest, window: WindowInfo) -> None:
    """LibreOffice learns its window's true place from the first pointer event in it; until then its rows are off."""
    # With the process, since a LibreOffice that was started anew gives its windows the same ids again; with the place,
    # since a window is maximized only after it came up.
    key = (window.xid, guest.windows.pid_of(window.xid), window.x, window.y, window.width, window.height)
    if window.app in _WITH_INFO and key not in guest.visited:
        guest.visited.add(key)
        x, y = window.x + window.width // 2, window.y + window.height // 2
        if 0 <= x < guest.config.width - 1 and 0 <= y < guest.config.height:
            guest.input.visit(x, y)


def _rows(guest: Guest, window: WindowInfo, maximum: int) -> dict:
    return guest.accessibility.call("rows", ACCESSIBILITY_S, pid=guest.windows.pid_of(window.xid),
                                    title=window.title, maximum=maximum)


def _elements(guest: Guest, active: WindowInfo | None, maximum: int) -> tuple[list[dict], bool]:
    panel = guest.windows.panel_rows()[:maximum]
    if active is None:
        return panel, False
    _let_find_itself(guest, active)
    room = max(0, maximum - len(panel))
    try:
        found = _rows(guest, active, room)
        if not found["rows"] and active.app in _WITH_INFO:
            # An office application that is just starting on a busy machine: it always has something to show.
            found = _rows(guest, active, room)
    except GuestError:
        return panel, True
    width, height = guest.config.width, guest.config.height
    rows = [row for row in found["rows"] if 0 <= row["x"] < width and 0 <= row["y"] < height]
    return rows + panel, found["truncated"]
