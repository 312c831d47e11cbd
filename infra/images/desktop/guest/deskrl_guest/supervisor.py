"""Starts the programs that make the desktop, in order, and starts again what dies."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable

RESTART_DELAY_S = 0.5
RESTART_DELAY_MAX_S = 10.0


class Program:
    """One supervised program. A thread waits for its end, so an idle desktop costs no polling."""

    def __init__(self, name: str, command: list[str], *, on_exit: Callable[[int], None] | None = None,
                 before: Callable[[], None] | None = None):
        self.name = name
        self.command = command
        self._on_exit = on_exit
        self._before = before
        self._stopping = False
        self._process: subprocess.Popen | None = None
        self.starts = 0
        self.on_start: Callable[[], None] | None = None

    def start(self) -> None:
        threading.Thread(target=self._run, name=f"supervise-{self.name}", daemon=True).start()

    def _run(self) -> None:
        delay = RESTART_DELAY_S
        while not self._stopping:
            if self._before:
                self._before()
            began = time.monotonic()
            self.starts += 1
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, start_new_session=True, cwd=os.environ["HOME"]
            )
            if self.on_start:
                self.on_start()
            code = self._process.wait()
            if self._stopping:
                return
            print(f"deskrl: {self.name} ended with {code}", flush=True)
            if self._on_exit:
                self._on_exit(code)
            delay = RESTART_DELAY_S if time.monotonic() - began > 30 else min(delay * 2, RESTART_DELAY_MAX_S)
            time.sleep(0 if self.starts == 1 else delay)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Ends the program and everything in its session; the supervising thread starts it again."""
        process = self._process
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self) -> None:
        self._stopping = True
        self.kill()
