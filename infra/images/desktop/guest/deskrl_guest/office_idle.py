"""Waits until LibreOffice has carried out what it put off. Runs in the runner."""

import threading
import time

import unohelper
from com.sun.star.awt import XCallback

from . import office
from .errors import timed_out

# A key may put off a command, and the command a part of itself; one more to be sure.
ROUNDS = 3


class _Called(unohelper.Base, XCallback):
    def __init__(self):
        self.event = threading.Event()

    def notify(self, _data) -> None:
        self.event.set()


def drain(timeout_s: float) -> None:
    """Queues callbacks behind what LibreOffice's main loop has to do, and waits for them.

    Return in Writer, for one, is a command of its own that text typed after it would overtake.
    Raises GuestError `guest_timeout`.
    """
    deadline = time.monotonic() + timeout_s
    office.connect(timeout_s)
    queue = office.service("com.sun.star.awt.AsyncCallback")
    for _ in range(ROUNDS):
        called = _Called()
        queue.addCallback(called, None)
        if not called.event.wait(max(0.0, deadline - time.monotonic())):
            raise timed_out("LibreOffice is still busy with its last command")
