"""Calls a long-lived child process over JSON lines, and replaces it when it does not answer in time."""

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from .errors import GuestError, timed_out


class RunnerClient:
    """One call at a time. UNO and AT-SPI can hang without an error; only ending their process ends the hang."""

    def __init__(self, module: str, label: str):
        self._module = module
        self._label = label
        self._lock = threading.Lock()
        self._process: subprocess.Popen | None = None
        self._buffer = b""
        self._serial = 0
        self.on_timeout: Callable[[], None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a call is in progress; until it ends nobody can tell more."""
        return self._lock.locked()

    def call(self, operation: str, timeout_s: float, **arguments) -> object:
        """The runner's result.

        Raises GuestError with the runner's own code, `guest_timeout` at the deadline, `guest_error` when it died.
        """
        deadline = time.monotonic() + timeout_s
        if not self._lock.acquire(timeout=max(timeout_s, 0.001)):
            raise timed_out(f"{self._label} was busy for {timeout_s:.1f} s", "Wait, or allow more time")
        try:
            return self._exchange(operation, arguments, deadline, timeout_s)
        finally:
            self._lock.release()

    def _exchange(self, operation: str, arguments: dict, deadline: float, timeout_s: float) -> object:
        if self._process is None or self._process.poll() is not None:
            self._spawn()
        self._serial += 1
        serial = self._serial
        line = json.dumps({"id": serial, "operation": operation, "deadlineS": timeout_s, **arguments}) + "\n"
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        except OSError as error:
            self.kill()
            raise GuestError("guest_error", f"{self._label} ended: {error}", "Try again") from error
        while True:
            answer = json.loads(self._read_line(deadline, timeout_s))
            if answer["id"] == serial:
                break
        if answer.get("ok"):
            return answer.get("result")
        error = answer["error"]
        raise GuestError(error["code"], error["message"], error.get("fix"))

    def _read_line(self, deadline: float, timeout_s: float) -> bytes:
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                self.kill()
                if self.on_timeout:
                    self.on_timeout()
                raise timed_out(f"{self._label} did not answer within {timeout_s:.1f} s",
                                "The application may be busy or showing a dialog; look at the screen")
            data = os.read(descriptor, 1 << 16)
            if not data:
                self.kill()
                raise GuestError("guest_error", f"{self._label} ended during the call", "Try again")
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line

    def _spawn(self) -> None:
        self._buffer = b""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-m", self._module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=True)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
            self._process = None
