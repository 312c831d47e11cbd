"""The process that reads the accessibility tree (AT-SPI) of the active application and of the panel."""

import itertools
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from .accessibility_cells import visible_cells  # noqa: E402
from .runner_loop import serve  # noqa: E402

CALL_TIMEOUT_MS = 800
TEXT_LIMIT = 200
RETRY_S = 0.1
_SHOWING, _VISIBLE, _ACTIVE = Atspi.StateType.SHOWING, Atspi.StateType.VISIBLE, Atspi.StateType.ACTIVE
_MANAGES_DESCENDANTS = Atspi.StateType.MANAGES_DESCENDANTS
# Containers and decoration: a click on them means nothing of its own.
_PASSIVE = {"filler", "panel", "separator", "scroll-pane", "viewport", "root-pane", "layered-pane", "split-pane",
            "redundant-object", "unknown", "application", "frame", "window", "section", "tool-bar", "menu-bar"}
_NAME_ONLY = {"push-button", "toggle-button", "check-box", "radio-button", "menu", "menu-item", "check-menu-item",
              "radio-menu-item", "page-tab", "label", "icon", "scroll-bar", "table-column-header", "table-row-header"}
# Fields take text and are worth a row although many have no name.
_FIELDS = {"text", "entry", "password-text"}


def _rows(deadlineS: float, pid: int, title: str, maximum: int) -> dict:  # noqa: N803 - the name on the wire
    """Rows of the active window, then of its menus and dialogs; `truncated` when the limit or deadline cut them."""
    deadline = time.monotonic() + deadlineS * 0.9
    rows: list[dict] = []
    truncated = False
    while not rows:
        _forget_cache()
        for window in _windows(pid, title):
            truncated = _walk(window, rows, maximum, deadline) or truncated
        if rows or time.monotonic() + RETRY_S > deadline - deadlineS / 2:
            break
        # A program that has just started comes to the bus a moment after its window.
        time.sleep(RETRY_S)
    return {"rows": rows, "truncated": truncated}


def _forget_cache() -> None:
    """The library caches the tree and renews it from signals, which only arrive while its loop runs."""
    loop = GLib.MainContext.default()
    while loop.pending():
        loop.iteration(False)
    Atspi.get_desktop(0).clear_cache()


def _windows(pid: int, title: str) -> list:
    desktop = Atspi.get_desktop(0)
    found = []
    for index in range(desktop.get_child_count()):
        try:
            application = desktop.get_child_at_index(index)
            if application is None or application.get_process_id() != pid:
                continue
            windows = [application.get_child_at_index(i) for i in range(application.get_child_count())]
            showing = [window for window in windows if window is not None and _shows(window)]
            active = [window for window in showing if window.get_state_set().contains(_ACTIVE)]
            named = [window for window in showing if window.get_name() == title]
            found += active or named or showing
        except GLib.Error:
            continue
    return found


def _shows(node) -> bool:
    states = node.get_state_set()
    return states.contains(_SHOWING) and states.contains(_VISIBLE)


def _walk(root, rows: list[dict], maximum: int, deadline: float) -> bool:
    """Breadth would lose menus behind cells; depth first keeps the order of the screen. True when cut short.

    Cells come last, since a sheet in view has more of them than there may be rows.
    """
    stack = [root]
    sheets = []
    while stack:
        if len(rows) >= maximum or time.monotonic() > deadline:
            return True
        node = stack.pop()
        try:
            row = _row(node, rows[-1] if rows else None)
            if row:
                rows.append(row)
            if _is_huge(node):
                sheets.append(node)
                continue
            shown = []
            for index in range(node.get_child_count()):
                if time.monotonic() > deadline:
                    return True
                child = node.get_child_at_index(index)
                if child is not None and _shows(child):
                    shown.append(child)
            stack.extend(reversed(shown))
        except GLib.Error:
            continue
    for sheet in sheets:
        room = maximum - len(rows)
        rows.extend(itertools.islice(visible_cells(sheet, deadline, room), room))
    return bool(sheets) and time.monotonic() > deadline


def _is_huge(node) -> bool:
    return node.get_child_count() > 2000 and node.get_state_set().contains(_MANAGES_DESCENDANTS)


def _row(node, before: dict | None) -> dict | None:
    role = node.get_role_name().replace(" ", "-")
    name = node.get_name() or _name_of_nameless(node, role, before)
    if not name or role in _PASSIVE or not _shows(node):
        return None
    component = node.get_component_iface()
    if component is None:
        return None
    box = component.get_extents(Atspi.CoordType.SCREEN)
    if box.width <= 0 or box.height <= 0 or box.x + box.width <= 0 or box.y + box.height <= 0:
        return None
    return {"role": role, "name": name, "text": _text(node, role), "x": box.x + box.width // 2,
            "y": box.y + box.height // 2, "width": box.width, "height": box.height}


def _name_of_nameless(node, role: str, before: dict | None) -> str:
    """Paragraphs have their number, fields the label before them or else what they are."""
    if role == "paragraph":
        return f"Paragraph {node.get_index_in_parent()}"
    if role not in _FIELDS:
        return ""
    return before["name"].strip().rstrip(":") if before and before["role"] == "label" else "Text"


def _text(node, role: str) -> str:
    """Text beyond the name. A button or menu has none worth a call."""
    if role in _NAME_ONLY:
        return ""
    try:
        return Atspi.Text.get_text(node, 0, -1)[:TEXT_LIMIT] if node.get_text_iface() else ""
    except GLib.Error:
        return ""


def _ping(deadlineS: float) -> bool:  # noqa: N803
    return Atspi.get_desktop(0).get_child_count() >= 0


if __name__ == "__main__":
    Atspi.init()
    Atspi.set_timeout(CALL_TIMEOUT_MS, CALL_TIMEOUT_MS * 4)
    serve({"ping": _ping, "rows": _rows})
