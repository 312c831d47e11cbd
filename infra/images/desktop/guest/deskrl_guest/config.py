"""What the entry point hands to the server."""

import os
import re
import sys
from dataclasses import dataclass

DISPLAY = ":0"
HOME = "/home/user"
RUNTIME_DIR = "/tmp/runtime-user"
RFB_SOCKET = f"{RUNTIME_DIR}/rfb.sock"
SESSION_BUS = f"unix:path={RUNTIME_DIR}/bus"
OFFICE_PIPE = "deskrl"
TOKEN_FD = 3


@dataclass(frozen=True)
class Config:
    token: str
    port: int
    width: int
    height: int


def read_config() -> Config:
    """Reads the settings from the environment and the token from the descriptor the entry point left open.

    The token never enters this process's environment, and a pipe is empty once read: nothing that runs as the same
    user can find it later.
    """
    screen = os.environ.get("DESKRL_SCREEN", "1280x720")
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", screen)
    if not match:
        sys.exit(f"deskrl: DESKRL_SCREEN is '{screen}'; give WIDTHxHEIGHT, such as 1280x720")
    try:
        with os.fdopen(TOKEN_FD, "rb") as pipe:
            token = pipe.read(4096).decode().strip()
    except OSError:
        token = ""
    if not token:
        sys.exit("deskrl: no token was handed over; start the container with DESKRL_GUEST_TOKEN set")
    return Config(token, int(os.environ.get("DESKRL_PORT", "7000")), int(match[1]), int(match[2]))
