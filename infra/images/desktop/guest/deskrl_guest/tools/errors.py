"""The one error that application tools raise."""

from ..errors import GuestError


class ToolError(GuestError):
    """A tool call that was refused: `tool_arguments_invalid` before anything was touched, else `action_failed`."""


def bad_argument(name: str, received: object, allowed: str) -> ToolError:
    """The refusal of one argument: its name, the value received and what is allowed instead."""
    shown = repr(received)
    if len(shown) > 120:
        shown = shown[:117] + "..."
    return ToolError("tool_arguments_invalid", f"{name} is {shown}, which is not allowed.", f"Give {allowed}.")


def refused(message: str, fix: str | None = None) -> ToolError:
    """The application cannot do it; the document is as it was."""
    return ToolError("action_failed", message, fix)
