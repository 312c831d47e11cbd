"""Windows of the desktop by the window manager's own hints (EWMH)."""

import threading
import time
from dataclasses import dataclass

from Xlib import X, Xatom
from Xlib import display as xdisplay
from Xlib.error import XError
from Xlib.protocol import event

from .app_names import short_name
from .errors import GuestError, invalid, timed_out

POLL_S = 0.02


@dataclass(frozen=True)
class WindowInfo:
    xid: int
    app: str
    title: str
    window_class: tuple[str, ...]
    kind: str
    x: int
    y: int
    width: int
    height: int
    focused: bool
    minimized: bool

    @property
    def id(self) -> str:
        return f"0x{self.xid:08x}"

    def row(self) -> dict:
        return {"id": self.id, "app": self.app, "title": self.title, "x": self.x, "y": self.y,
                "width": self.width, "height": self.height, "focused": self.focused, "minimized": self.minimized}


def parse_window_id(text: str) -> int:
    """Reads a window id, hexadecimal with 0x or decimal. Raises GuestError `invalid_input`."""
    try:
        return int(text, 0)
    except ValueError:
        raise invalid(f"'{text}' is not a window id", "Use an id of the window list, such as 0x01400003") from None


class Windows:
    def __init__(self, name: str):
        self._display = xdisplay.Display(name)
        self._root = self._display.screen().root
        self._lock = threading.Lock()
        self._atoms: dict[str, int] = {}

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self._display.intern_atom(name)
        return self._atoms[name]

    def _property(self, window, name: str):
        found = window.get_full_property(self._atom(name), X.AnyPropertyType)
        return found.value if found else None

    def usable(self) -> list[WindowInfo]:
        """Windows an agent can use, in the order they were mapped; the panel and the wallpaper are none."""
        return [window for window in self.all() if window.kind not in ("dock", "desktop")]

    def all(self) -> list[WindowInfo]:
        with self._lock:
            active = self._active()
            ids = self._property(self._root, "_NET_CLIENT_LIST")
            found = (self._read(xid, active) for xid in (ids if ids is not None else []))
            return [window for window in found if window]

    def has_manager(self) -> bool:
        with self._lock:
            return bool(self._property(self._root, "_NET_SUPPORTING_WM_CHECK"))

    def active(self) -> WindowInfo | None:
        """The window with the focus; none when it is the wallpaper."""
        with self._lock:
            xid = self._active()
            window = self._read(xid, xid) if xid else None
        return window if window and window.kind not in ("dock", "desktop") else None

    def _active(self) -> int:
        value = self._property(self._root, "_NET_ACTIVE_WINDOW")
        return int(value[0]) if value is not None and len(value) else 0

    def _read(self, xid: int, active: int) -> WindowInfo | None:
        try:
            window = self._display.create_resource_object("window", int(xid))
            geometry = window.get_geometry()
            position = self._root.translate_coords(window, 0, 0)
            name = self._property(window, "_NET_WM_NAME")
            if name is None:
                name = self._property(window, "WM_NAME") or b""
            title = name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)
            window_class = window.get_wm_class() or ()
            kinds = self._property(window, "_NET_WM_WINDOW_TYPE")
            kind = self._kind(kinds)
            states = self._property(window, "_NET_WM_STATE")
            parent = window.get_wm_transient_for()
            minimized = states is not None and self._atom("_NET_WM_STATE_HIDDEN") in list(states)
            extents = self._property(window, "_NET_FRAME_EXTENTS")
            left, right, top, bottom = extents if extents is not None and len(extents) == 4 else (0, 0, 0, 0)
        except XError:
            # It was closed while it was read.
            return None
        return WindowInfo(
            int(xid), self._app(window_class, title, parent), title, tuple(window_class), kind,
            position.x - left, position.y - top, geometry.width + left + right, geometry.height + top + bottom,
            int(xid) == active, minimized)

    def _app(self, window_class: tuple[str, ...], title: str, parent) -> str:
        """A dialog belongs to the application it was opened from: LibreOffice's own class does not tell which."""
        name = short_name(window_class, title)
        if name != "office" or not parent:
            return name
        found = self._property(parent, "_NET_WM_NAME")
        return short_name(parent.get_wm_class() or (), found.decode("utf-8", "replace") if found else "")

    def _kind(self, atoms) -> str:
        for kind in ("dock", "desktop", "dialog", "splash", "menu", "utility"):
            if atoms is not None and self._atom(f"_NET_WM_WINDOW_TYPE_{kind.upper()}") in list(atoms):
                return kind
        return "normal"

    def find(self, title: str, *, strict: bool, by_class: bool) -> WindowInfo | None:
        """The newest window whose title (or class) is, or contains, the text; case is ignored unless strict."""
        for window in reversed(self.usable()):
            names = window.window_class if by_class else (window.title,)
            for name in names:
                if name == title or (not strict and title.lower() in name.lower()):
                    return window
        return None

    def by_id(self, xid: int) -> WindowInfo | None:
        """The window as it is now; none when it closed."""
        return next((window for window in self.usable() if window.xid == xid), None)

    def activate(self, xid: int, deadline: float) -> WindowInfo:
        """Raises and focuses a window and answers once it has the focus."""
        if not self.by_id(xid):
            raise GuestError("not_found", f"there is no window 0x{xid:08x}", self.known())
        self._send("_NET_ACTIVE_WINDOW", xid, [2, X.CurrentTime, 0, 0, 0])
        while True:
            window = self.by_id(xid)
            if window and window.focused and not window.minimized:
                return window
            if time.monotonic() > deadline:
                raise timed_out(f"window 0x{xid:08x} did not come to the front", "A dialog may hold the focus")
            time.sleep(POLL_S)

    def close(self, xid: int, deadline: float) -> None:
        """Asks a window to close and answers once it is gone."""
        self._send("_NET_CLOSE_WINDOW", xid, [X.CurrentTime, 2, 0, 0, 0])
        while self.by_id(xid):
            if time.monotonic() > deadline:
                raise timed_out(f"window 0x{xid:08x} did not close",
                                "It may be asking whether to save; answer its dialog or save first")
            time.sleep(POLL_S)

    def pid_of(self, xid: int) -> int:
        """The process that says it owns a window; 0 when none does."""
        with self._lock:
            try:
                value = self._property(self._display.create_resource_object("window", xid), "_NET_WM_PID")
            except XError:
                return 0
        return int(value[0]) if value is not None and len(value) else 0

    def panel_rows(self) -> list[dict]:
        """The panel's buttons, one per window, where the panel says they are: it is not on the accessibility bus."""
        rows = []
        for window in self.usable():
            with self._lock:
                try:
                    box = self._property(
                        self._display.create_resource_object("window", window.xid), "_NET_WM_ICON_GEOMETRY")
                except XError:
                    continue
            if box is not None and len(box) == 4 and box[2] > 0:
                rows.append({"role": "task-button", "name": window.title, "text": "", "x": int(box[0] + box[2] // 2),
                             "y": int(box[1] + box[3] // 2), "width": int(box[2]), "height": int(box[3])})
        return rows

    def known(self) -> str:
        titles = ", ".join(f"{window.id} '{window.title}'" for window in self.usable())
        return f"Windows now: {titles or 'none'}"

    def _send(self, message: str, xid: int, data: list[int]) -> None:
        with self._lock:
            window = self._display.create_resource_object("window", xid)
            packet = event.ClientMessage(window=window, client_type=self._atom(message), data=(32, data))
            mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
            self._root.send_event(packet, event_mask=mask)
            self._display.sync()
