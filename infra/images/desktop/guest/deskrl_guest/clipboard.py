"""The clipboard as UTF-8 text, through xclip, which keeps serving it to other programs."""

import subprocess

from .errors import GuestError, timed_out
from .programs import spawn

DEADLINE_S = 5.0


def read_clipboard() -> str:
    """The clipboard's text; empty when nobody owns it or it holds no text."""
    process = spawn(["xclip", "-selection", "clipboard", "-out", "-target", "UTF8_STRING"],
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        return process.communicate(timeout=DEADLINE_S)[0].decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise timed_out("the application that owns the clipboard did not answer") from None


def write_clipboard(text: str) -> None:
    """Replaces the clipboard and answers once it reads back."""
    process = spawn(["xclip", "-selection", "clipboard", "-in"], stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.communicate(text.encode(), timeout=DEADLINE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise timed_out("the clipboard could not be set") from None
    if process.returncode:
        raise GuestError("guest_error", f"xclip ended with {process.returncode}")
