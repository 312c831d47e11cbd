"""Bodies of the requests, checked against the contract: what comes out here is complete and in range."""

from .errors import invalid
from .fields import Fields

_COORDINATE = 1_000_000
_WHEEL = 500
MAX_TIMEOUT_MS = 3_600_000


def timeout_ms(fields: Fields) -> int:
    return fields.integer("timeoutMs", 1, MAX_TIMEOUT_MS, 30_000)


def _point(fields: Fields) -> dict:
    # Off-screen values pass here: they are refused as `action_out_of_screen` by whoever knows the screen.
    return {"x": fields.integer("x", -_COORDINATE, _COORDINATE), "y": fields.integer("y", -_COORDINATE, _COORDINATE)}


def _click(fields: Fields) -> dict:
    return {**_point(fields), "button": fields.choice("button", ("left", "middle", "right"), "left"),
            "clicks": fields.integer("clicks", 1, 3, 1)}


def _drag(fields: Fields) -> dict:
    return {end: _point(Fields(fields.raw(end), f"action.{end}")) for end in ("from", "to")}


def _scroll(fields: Fields) -> dict:
    return {**_point(fields), "deltaX": fields.integer("deltaX", -_WHEEL, _WHEEL, 0),
            "deltaY": fields.integer("deltaY", -_WHEEL, _WHEEL, 0)}


def _type(fields: Fields) -> dict:
    return {"text": fields.text("text", empty=True), "overwrite": fields.flag("overwrite", False),
            "enter": fields.flag("enter", False)}


def _tool(fields: Fields) -> dict:
    return {"tool": fields.text("tool"), "method": fields.text("method"), "args": fields.table("args")}


_KINDS = {
    "click": _click,
    "move": _point,
    "drag": _drag,
    "scroll": _scroll,
    "type": _type,
    "hotkey": lambda fields: {"keys": fields.texts("keys", 6)},
    "open_app": lambda fields: {"app": fields.text("app")},
    "switch_window": lambda fields: {"windowId": fields.text("windowId")},
    "wait": lambda fields: {"ms": fields.integer("ms", 0, 60_000, 1_000)},
    "tool": _tool,
}


def parse_action(body: object) -> dict:
    fields = Fields(body, "action")
    kind = fields.text("kind")
    if kind not in _KINDS:
        raise invalid(f"action: there is no kind '{kind}'", f"Use one of {', '.join(_KINDS)}")
    return {"id": fields.text("id"), "timeoutMs": timeout_ms(fields), "kind": kind, **_KINDS[kind](fields)}


def parse_execute(body: object) -> dict:
    fields = Fields(body, "execute")
    command = fields.raw("command")
    if isinstance(command, str):
        command = fields.text("command")
    else:
        command = fields.texts("command", 4096)
        if not command[0]:
            raise invalid("execute: the first item of 'command' is empty", "Give the program's name first")
    return {"id": fields.text("id"), "timeoutMs": timeout_ms(fields), "command": command,
            "cwd": fields.maybe_text("cwd"), "stdin": fields.maybe_text("stdin"),
            "background": fields.flag("background", False)}


def parse_match(body: object) -> dict:
    fields = Fields(body, "window")
    return {"title": fields.text("title"), "strict": fields.flag("strict", False),
            "byClass": fields.flag("byClass", False), "timeoutMs": timeout_ms(fields)}


def parse_open(body: object) -> dict:
    fields = Fields(body, "open")
    path, app = fields.maybe_text("path"), fields.maybe_text("app")
    if bool(path) == bool(app):
        raise invalid("open: give either 'path' or 'app'")
    return {"path": path, "app": app, "timeoutMs": timeout_ms(fields)}
