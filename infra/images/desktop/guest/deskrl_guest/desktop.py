"""The programs of the desktop and the order in which they start."""

import glob
import os
import shutil
import threading
import time

from .config import DISPLAY, HOME, OFFICE_PIPE, RFB_SOCKET, RUNTIME_DIR, SESSION_BUS, Config
from .supervisor import Program

X_SOCKET = "/tmp/.X11-unix/X0"
OFFICE_PROFILE = f"{HOME}/.config/libreoffice/4"


class Desktop:
    def __init__(self, config: Config):
        self.display_up = threading.Event()
        screen = f"{config.width}x{config.height}"
        self.xvnc = Program("Xvnc", [
            "Xvnc", DISPLAY, "-geometry", screen, "-depth", "24", "-SecurityTypes", "None",
            "-rfbunixpath", RFB_SOCKET, "-rfbunixmode", "0600", "-rfbport", "-1", "-nolisten", "tcp",
            "-AlwaysShared", "-AcceptSetDesktopSize=0", "-desktop", "DeskRL", "-dpi", "96", "-ac",
            # Software GL would cost each desktop a compiler in memory for pictures nobody draws.
            "-extension", "GLX",
        ], on_exit=self._display_lost)
        self.bus = Program("dbus", ["dbus-daemon", "--session", "--nofork", "--nopidfile",
                                    f"--address={SESSION_BUS}"])
        self.accessibility = Program("at-spi", ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        # At every change of the keyboard map openbox opens its input method anew and reads the compose table of the
        # locale, some 15 ms each; typing foreign characters changes the map often. It composes nothing, so the table
        # it is given is empty.
        self.window_manager = Program("openbox", ["env", "XCOMPOSEFILE=/dev/null", "openbox", "--sm-disable"])
        self.panel = Program("tint2", ["tint2"])
        self.file_manager = Program("pcmanfm", ["pcmanfm", "--desktop"])
        self.office = Program("soffice", [
            "/usr/lib/libreoffice/program/soffice.bin", "--norestore", "--nologo", "--nodefault",
            "--nofirststartwizard", "--nolockcheck",
            f"--accept=pipe,name={OFFICE_PIPE};urp;StarOffice.ComponentContext",
            "--accept=socket,host=127.0.0.1,port=2002,tcpNoDelay=1;urp;StarOffice.ComponentContext",
        ], before=_clear_office_lock)

    def start(self) -> None:
        """Starts everything without waiting for more than the display and the message bus."""
        _prepare_runtime()
        self.bus.start()
        self.xvnc.start()
        _wait_for(X_SOCKET)
        _wait_for(f"{RUNTIME_DIR}/bus")
        self.display_up.set()
        # GTK programs look for the accessibility bus once, as they start.
        self.accessibility.start()
        _wait_for(f"{RUNTIME_DIR}/at-spi/bus_0")
        for program in (self.window_manager, self.office, self.panel, self.file_manager):
            program.start()

    def stop(self) -> None:
        for program in (self.office, self.file_manager, self.panel, self.window_manager, self.accessibility,
                        self.xvnc, self.bus):
            program.stop()

    def _display_lost(self, code: int) -> None:
        # Every window went with it. Ending makes the container end, which the worker sees and replaces.
        print(f"deskrl: the X server ended with {code}; the desktop cannot go on", flush=True)
        os._exit(70)


def _prepare_runtime() -> None:
    """Clears what an earlier life of this container left: stale X locks and sockets make a display never start."""
    for stale in ["/tmp/.X0-lock", X_SOCKET, *glob.glob("/tmp/OSL_PIPE_*")]:
        try:
            os.unlink(stale)
        except FileNotFoundError:
            pass
    shutil.rmtree(RUNTIME_DIR, ignore_errors=True)
    os.makedirs(RUNTIME_DIR, mode=0o700)
    os.makedirs("/tmp/.X11-unix", mode=0o1777, exist_ok=True)


def _clear_office_lock() -> None:
    # A profile lock of another host name makes LibreOffice ask whether it is in use.
    for lock in (f"{OFFICE_PROFILE}/.lock", f"{OFFICE_PROFILE}/user/.lock"):
        try:
            os.unlink(lock)
        except FileNotFoundError:
            pass


def _wait_for(path: str, timeout_s: float = 20.0) -> None:
    deadline = time.monotonic() + timeout_s
    while not os.path.exists(path):
        if time.monotonic() > deadline:
            print(f"deskrl: {path} did not appear within {timeout_s:.0f} s", flush=True)
            os._exit(70)
        time.sleep(0.01)
