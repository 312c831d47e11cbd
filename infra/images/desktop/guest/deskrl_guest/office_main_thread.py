"""Runs work on LibreOffice's own main thread. Imported in the runner only."""

import threading
from collections.abc import Callable
from typing import TypeVar

import unohelper
from com.sun.star.awt import XCallback

from . import office
from .errors import timed_out

Result = TypeVar("Result")


class _Work(unohelper.Base, XCallback):
    def __init__(self, work: Callable[[], object]):
        self._work = work
        self.ended = threading.Event()
        self.result: object = None
        self.error: Exception | None = None

    def notify(self, _data) -> None:
        try:
            self.result = self._work()
        except Exception as error:  # noqa: BLE001 - whoever asked for the work gets it
            self.error = error
        finally:
            self.ended.set()


def on_main_thread(work: Callable[[], Result], timeout_s: float) -> Result:
    """The result of `work`, whose calls into LibreOffice are carried out by its main thread.

    A call from outside has a thread of its own there. Where it makes or stores an embedded object, such as a formula or a
    chart, it locks that object first and the application second; the main thread, drawing the same object, does it the
    other way round, and both wait for ever. While the main thread waits for a callback of ours, all calls that the
    callback makes are its own. `work` must not wait for something that the application would do by itself.
    Raises what `work` raises, and GuestError `guest_timeout`.
    """
    office.connect(timeout_s)
    call = _Work(work)
    office.service("com.sun.star.awt.AsyncCallback").addCallback(call, None)
    if not call.ended.wait(timeout_s):
        raise timed_out(f"LibreOffice did not come to it within {timeout_s:.1f} s",
                        "It may be busy or showing a dialog; look at the screen")
    if call.error is not None:
        raise call.error
    return call.result
