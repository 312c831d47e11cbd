"""Waits until the focused application has taken its events, instead of sleeping for a guessed time."""

import select
import threading
import time

from Xlib import X
from Xlib import display as xdisplay
from Xlib.error import XError
from Xlib.protocol import event

# How long an action waits for the application before it answers that it was carried out.
ANSWER_S = 2.0
# For windows that do not know the question.
BLIND_S = 0.15
# A window that closes after it was asked never answers; then the one that has the focus now is asked.
ASK_AGAIN_S = 0.5


class Silent(Exception):
    """The focused application did not answer in time."""


class Settle:
    """Asks the focused window the window manager's "are you there" (_NET_WM_PING).

    A toolkit answers it from the same queue its key events are in, so the answer means that they were taken.
    """

    def __init__(self, name: str):
        self._display = xdisplay.Display(name)
        self._root = self._display.screen().root
        self._protocols = self._display.intern_atom("WM_PROTOCOLS")
        self._ping = self._display.intern_atom("_NET_WM_PING")
        self._serial = 0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Waits a while for the focused application; one that is busy for longer is no error."""
        try:
            self.require(time.monotonic() + ANSWER_S)
        except Silent:
            pass

    def require(self, deadline: float) -> None:
        """Waits until the application that keys go to has taken its events. Raises Silent at the deadline."""
        with self._lock:
            while True:
                try:
                    return self._ask(min(deadline, time.monotonic() + ASK_AGAIN_S))
                except (XError, Silent):
                    # The window is busy, or it closed, perhaps because of the very keys that were sent.
                    if time.monotonic() > deadline:
                        raise Silent from None

    def _focused(self):
        """The window that keys go to, or the nearest one above it that knows the question."""
        window = self._display.get_input_focus().focus
        while not isinstance(window, int) and window.id != self._root.id:
            offered = window.get_full_property(self._protocols, X.AnyPropertyType)
            if offered and self._ping in list(offered.value):
                return window
            window = window.query_tree().parent
        return None

    def _ask(self, deadline: float) -> None:
        window = self._focused()
        if window is None:
            time.sleep(BLIND_S)
            return
        try:
            self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
            self._serial = (self._serial + 1) & 0x7FFFFFFF
            data = (32, [self._ping, self._serial, window.id, 0, 0])
            window.send_event(event.ClientMessage(window=window, client_type=self._protocols, data=data))
            self._await_answer(deadline)
        finally:
            self._root.change_attributes(event_mask=0)
            self._display.sync()
            while self._display.pending_events():
                self._display.next_event()

    def _await_answer(self, deadline: float) -> None:
        self._display.flush()
        while True:
            while self._display.pending_events():
                got = self._display.next_event()
                if got.type == X.ClientMessage and got.client_type == self._protocols:
                    values = got.data[1]
                    if values[0] == self._ping and values[1] == self._serial:
                        return
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._display], [], [], left)[0]:
                raise Silent
