"""Waits until the focused application has taken its events, instead of sleeping for a guessed time."""

import select
import threading
import time

from Xlib import X
from Xlib import display as xdisplay
from Xlib.protocol import event

ANSWER_S = 0.6


class Settle:
    """Asks the focused window the window manager's "are you there" (_NET_WM_PING).

    A toolkit answers it from the same queue its key events are in, so the answer means that they were taken.
    """

    def __init__(self, name: str):
        self._display = xdisplay.Display(name)
        self._root = self._display.screen().root
        self._protocols = self._display.intern_atom("WM_PROTOCOLS")
        self._ping = self._display.intern_atom("_NET_WM_PING")
        self._active = self._display.intern_atom("_NET_ACTIVE_WINDOW")
        self._serial = 0
        self._lock = threading.Lock()

    def wait(self) -> bool:
        """True when the application answered; false when it cannot or was too slow, which is no error."""
        with self._lock:
            return self._ask()

    def _ask(self) -> bool:
        found = self._root.get_full_property(self._active, X.AnyPropertyType)
        xid = int(found.value[0]) if found and len(found.value) else 0
        if not xid:
            return False
        window = self._display.create_resource_object("window", xid)
        try:
            offered = window.get_full_property(self._protocols, X.AnyPropertyType)
            if not offered or self._ping not in list(offered.value):
                return False
            self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
            self._serial = (self._serial + 1) & 0x7FFFFFFF
            data = (32, [self._ping, self._serial, xid, 0, 0])
            window.send_event(event.ClientMessage(window=window, client_type=self._protocols, data=data))
            return self._answered()
        finally:
            self._root.change_attributes(event_mask=0)
            self._display.sync()
            while self._display.pending_events():
                self._display.next_event()

    def _answered(self) -> bool:
        deadline = time.monotonic() + ANSWER_S
        self._display.flush()
        while True:
            while self._display.pending_events():
                got = self._display.next_event()
                if got.type == X.ClientMessage and got.client_type == self._protocols:
                    values = got.data[1]
                    if values[0] == self._ping and values[1] == self._serial:
                        return True
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._display], [], [], left)[0]:
                return False
