"""Ends a LibreOffice that hangs; its supervisor then starts another."""

import threading
import time

from .errors import GuestError
from .runner_client import RunnerClient
from .supervisor import Program

# A start may be slow on a busy machine; one that takes longer than this never comes up.
START_S = 90.0
START_PROBE_S = 5.0
HANG_PROBE_S = 15.0
HANG_PROBES = 3


class OfficeWatch:
    """Looks when there is a reason to: after a start, and after a call that was not answered. It never polls."""

    def __init__(self, program: Program, client: RunnerClient):
        self._program = program
        self._client = client
        self._suspecting = threading.Lock()

    def started(self) -> None:
        """To be called when LibreOffice was started."""
        threading.Thread(target=self._await_start, args=(self._program.starts,), daemon=True).start()

    def suspect(self) -> None:
        """To be called when a call timed out: a few probes decide between slow and hanging."""
        if self._suspecting.acquire(blocking=False):
            threading.Thread(target=self._probe, daemon=True).start()

    def _await_start(self, start: int) -> None:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and self._program.starts == start:
            if self._answers(START_PROBE_S):
                return
        self._end(start, "did not come up")

    def _probe(self) -> None:
        try:
            start = self._program.starts
            if not any(self._answers(HANG_PROBE_S) for _ in range(HANG_PROBES)):
                self._end(start, "hangs")
        finally:
            self._suspecting.release()

    def _end(self, start: int, why: str) -> None:
        if self._program.starts == start:
            print(f"deskrl: soffice {why} and is started again", flush=True)
            self._program.kill()

    def _answers(self, timeout_s: float) -> bool:
        try:
            self._client.call("ping", timeout_s)
        except GuestError:
            return False
        return True
