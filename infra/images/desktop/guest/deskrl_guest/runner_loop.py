"""The child's side of the JSON lines: reads a call, answers it, never lets anything else write to the channel."""

import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping


def serve(operations: Mapping[str, Callable[..., object]]) -> None:
    """Answers calls until the parent closes the channel."""
    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    # Whatever a tool prints goes to the log and cannot break the protocol.
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        serial, name = request.pop("id"), request.pop("operation")
        channel.write((json.dumps({"id": serial, **_answer(operations, name, request)}) + "\n").encode())


def _answer(operations: Mapping[str, Callable[..., object]], name: str, request: dict) -> dict:
    try:
        return {"ok": True, "result": operations[name](**request)}
    except Exception as error:  # noqa: BLE001 - the border: every failure becomes an answer
        code = getattr(error, "code", None)
        if isinstance(code, str):
            message, fix = getattr(error, "message", str(error)), getattr(error, "fix", None)
            return {"ok": False, "error": {"code": code, "message": message, "fix": fix}}
        traceback.print_exc()
        return {"ok": False, "error": {"code": "action_failed", "message": f"{type(error).__name__}: {error}"}}
