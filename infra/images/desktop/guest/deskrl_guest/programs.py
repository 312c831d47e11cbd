"""Runs commands as the desktop's user: with a deadline that leaves nothing behind, or in the background."""

import fcntl
import os
import select
import signal
import subprocess
import threading
import time
from dataclasses import dataclass

from .errors import GuestError

OUTPUT_LIMIT = 1 << 20
# After the command's end its output may still be held open by something it left in the background.
DRAIN_S = 0.3
_MARK = "DESKRL_EXECUTION"


@dataclass
class Finished:
    exit_code: int | None
    stdout: str
    stderr: str
    truncated: bool
    timed_out: bool


class _Collector:
    """Reads a pipe to its end and keeps the first part, so that no command blocks on a full pipe."""

    def __init__(self, pipe):
        self._pipe = pipe
        self._parts: list[bytes] = []
        self._kept = 0
        self._until = 0.0
        self._ended, self._end = os.pipe()
        self.truncated = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        """To the end of the pipe; after the command's own end as long as `DRAIN_S`, and whatever it wrote before.

        However late this thread is given its turn: what the pipe held at the command's end is read.
        """
        with self._pipe, os.fdopen(self._ended, "rb", buffering=0):
            both = select.poll()
            both.register(self._pipe, select.POLLIN)
            both.register(self._ended, select.POLLIN)
            while self._ended not in dict(both.poll()):
                if not self._read_once():
                    return
            rest = select.poll()
            rest.register(self._pipe, select.POLLIN)
            held = fcntl.fcntl(self._pipe, fcntl.F_GETPIPE_SZ)
            while (left_s := self._until - time.monotonic()) > 0 or held > 0:
                if not rest.poll(max(0.0, left_s) * 1000):
                    return
                if not (count := self._read_once()):
                    return
                held -= count

    def _read_once(self) -> int:
        data = os.read(self._pipe.fileno(), 1 << 16)
        room = OUTPUT_LIMIT - self._kept
        if len(data) > room:
            self.truncated = True
        if room > 0:
            self._parts.append(data[:room])
            self._kept += min(len(data), room)
        return len(data)

    def text(self) -> str:
        """What came. Ends the reading: call it once, when the command has ended."""
        self._until = time.monotonic() + DRAIN_S
        os.close(self._end)
        self._thread.join()
        return b"".join(self._parts).decode("utf-8", "replace")


def spawn(command: list[str], *, cwd: str | None = None, mark: str | None = None, **pipes) -> subprocess.Popen:
    """Starts a program in a session of its own. Raises GuestError `action_failed` when it cannot be started."""
    environment = dict(os.environ)
    if mark:
        environment[_MARK] = mark
    try:
        return subprocess.Popen(command, cwd=cwd or os.environ["HOME"], env=environment,
                                start_new_session=True, **pipes)
    except (OSError, ValueError) as error:
        raise GuestError("action_failed", f"cannot start '{command[0]}': {error}",
                         "Check the program's name and the working directory") from error


def launch(command: list[str], *, cwd: str | None = None) -> None:
    """Starts a program that lives on. A thread collects it at its end, so it leaves no zombie."""
    process = spawn(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
    threading.Thread(target=process.wait, daemon=True).start()


def run(command: list[str], timeout_s: float, *, mark: str, cwd: str | None = None,
        stdin: str | None = None) -> Finished:
    """Runs a command to its end, or to its deadline: then everything it started is killed."""
    process = spawn(command, cwd=cwd, mark=mark, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = _Collector(process.stdout), _Collector(process.stderr)
    if stdin is not None:
        threading.Thread(target=_feed, args=(process.stdin, stdin.encode()), daemon=True).start()
    expired = False
    try:
        process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        expired = True
        _kill_all(process, mark)
        process.wait()
    stdout, stderr = out.text(), err.text()
    return Finished(None if expired else process.returncode, stdout, stderr, out.truncated or err.truncated, expired)


def _feed(pipe, data: bytes) -> None:
    try:
        with pipe:
            pipe.write(data)
    except BrokenPipeError:
        pass


def _kill_all(process: subprocess.Popen, mark: str) -> None:
    """Kills the command's process group, and whatever left the group but still carries the command's mark."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    needle = f"{_MARK}={mark}\0".encode()
    for _ in range(5):
        marked = [pid for pid in _pids() if _carries(pid, needle)]
        if not marked:
            return
        for pid in marked:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _carries(pid: int, needle: bytes) -> bool:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return needle in file.read() + b"\0"
    except OSError:
        return False


def count_zombies() -> int:
    """Dead processes nobody has collected."""
    zombies = 0
    for pid in _pids():
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                zombies += file.read().rpartition(b")")[2].split()[0] == b"Z"
        except OSError:
            continue
    return zombies
