"""Runs one command of the worker."""

import subprocess
import time

from . import programs
from .errors import GuestError


def execute(call: dict) -> dict:
    """The result of a command. One that cannot start, fails or outlives its deadline is an outcome, no exception."""
    began = time.monotonic()
    command = call["command"]
    argv = ["bash", "-c", command] if isinstance(command, str) else command
    result = {"id": call["id"], "outcome": "ok", "exitCode": None, "stdout": "", "stderr": "", "truncated": False}
    try:
        if call["background"]:
            programs.launch(argv, cwd=call["cwd"])
        else:
            done = programs.run(argv, call["timeoutMs"] / 1000, mark=call["id"], cwd=call["cwd"], stdin=call["stdin"])
            result.update(outcome="timed_out" if done.timed_out else "ok", exitCode=done.exit_code,
                          stdout=done.stdout, stderr=done.stderr, truncated=done.truncated)
    except (GuestError, subprocess.SubprocessError) as error:
        result.update(outcome="error", stderr=str(error))
    return {**result, "durationMs": (time.monotonic() - began) * 1000}
