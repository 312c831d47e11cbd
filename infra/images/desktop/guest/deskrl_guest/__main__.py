"""Starts the desktop and serves the contract until the container is told to stop."""

import ctypes
import os
import signal
import sys
import threading

from .config import read_config
from .desktop import Desktop
from .guest import Guest
from .http_server import GuestServer
from .routes import Routes

_PR_SET_DUMPABLE = 4


def main() -> None:
    config = read_config()
    # Same user as the agent's programs: not dumpable means they cannot read this process's memory, where the token is.
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    desktop = Desktop(config)
    guest = Guest(config, desktop)
    server = GuestServer(config.port, config.token, Routes(guest).table())

    def stop(_signal, _frame) -> None:
        desktop.stop()
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 3600}, daemon=True).start()
    print(f"deskrl: guest server on port {config.port}", flush=True)
    try:
        desktop.start()
        guest.attach()
    except Exception as error:  # noqa: BLE001 - without a display the container must end, whatever the reason
        sys.exit(f"deskrl: the desktop did not start: {error}")
    print("deskrl: display is up", flush=True)
    signal.pause()


if __name__ == "__main__":
    main()
