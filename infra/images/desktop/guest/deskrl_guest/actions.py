"""Carries out one action and says what became of it."""

import time

from .errors import GuestError, invalid
from .guest import Guest
from .news import News
from .windows import parse_window_id

OUTPUT_LIMIT = 2_000


def act(guest: Guest, action: dict) -> dict:
    """The result of an action. A failure is an outcome, never an exception: the action's id is spent either way."""
    began = time.monotonic()
    output, error = "", None
    outcome = "ok"
    try:
        guest.require_display()
        news = News(guest.windows) if action["kind"] in ("click", "type", "hotkey") else None
        output = _carry_out(guest, action, began + action["timeoutMs"] / 1000) or ""
        if news is not None:
            news.wait(action)
    except GuestError as failure:
        outcome = "timed_out" if failure.code == "guest_timeout" else "error"
        error = failure.body()
    return {"id": action["id"], "outcome": outcome, "output": output[:OUTPUT_LIMIT], "error": error,
            "durationMs": (time.monotonic() - began) * 1000}


def _carry_out(guest: Guest, action: dict, deadline: float) -> str | None:
    match action["kind"]:
        case "click":
            guest.input.click(action["x"], action["y"], action["button"], action["clicks"])
        case "move":
            guest.input.move(action["x"], action["y"])
        case "drag":
            start, end = action["from"], action["to"]
            guest.input.drag((start["x"], start["y"]), (end["x"], end["y"]))
        case "scroll":
            guest.input.scroll(action["x"], action["y"], action["deltaX"], action["deltaY"])
        case "type":
            _type(guest, action, deadline)
        case "hotkey":
            guest.input.hotkey(action["keys"], deadline)
        case "open_app":
            window = guest.apps.open_app(action["app"], deadline)
            return f"{window.id} {window.title}"
        case "switch_window":
            window = guest.windows.activate(parse_window_id(action["windowId"]), deadline)
            return f"{window.id} {window.title}"
        case "wait":
            time.sleep(min(action["ms"] / 1000, max(0.0, deadline - time.monotonic())))
        case "tool":
            left = max(0.05, deadline - time.monotonic())
            return str(guest.tools.call("dispatch", left, tool=action["tool"], method=action["method"],
                                        args=action["args"]))
        case kind:
            raise invalid(f"there is no action '{kind}'")
    return None


def _type(guest: Guest, action: dict, deadline: float) -> None:
    if action["overwrite"]:
        active = guest.windows.active()
        if active is not None and active.app == "terminal":
            # A shell knows no "select all": its line is cut from both sides of the cursor.
            guest.input.hotkey(["ctrl", "e"], deadline)
            guest.input.hotkey(["ctrl", "u"], deadline)
        else:
            guest.input.hotkey(["ctrl", "a"], deadline)
    guest.input.type_text(action["text"] + ("\n" if action["enter"] else ""), deadline)
