"""At most once: an id is carried out one time, whoever repeats it and whenever."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable

from .errors import GuestError

REMEMBERED = 4096


class _Entry:
    def __init__(self, fingerprint: str):
        self.fingerprint = fingerprint
        self.done = threading.Event()
        self.result: dict | None = None


class Once:
    def __init__(self):
        self._lock = threading.Lock()
        self._entries: OrderedDict[str, _Entry] = OrderedDict()

    def run(self, request: dict, work: Callable[[], dict]) -> dict:
        """Runs the work for a new id; for a known one waits for, and repeats, the first answer.

        Raises GuestError `conflict` when the id came before with another content.
        """
        fingerprint = json.dumps(request, sort_keys=True)
        key = request["id"]
        with self._lock:
            entry = self._entries.get(key)
            first = entry is None
            if entry is None:
                entry = self._entries[key] = _Entry(fingerprint)
                self._forget()
        if entry.fingerprint != fingerprint:
            raise GuestError("conflict", f"the id '{key}' was used before for something else",
                             "Give each action an id of its own")
        if first:
            try:
                entry.result = work()
            finally:
                entry.done.set()
            return {**entry.result, "replayed": False}
        entry.done.wait()
        if entry.result is None:
            raise GuestError("guest_error", f"the first run of '{key}' broke off; its outcome is not known")
        return {**entry.result, "replayed": True}

    def _forget(self) -> None:
        while len(self._entries) > REMEMBERED:
            oldest = next(iter(self._entries))
            if not self._entries[oldest].done.is_set():
                return
            del self._entries[oldest]
