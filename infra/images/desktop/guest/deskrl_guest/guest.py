"""Everything the routes work with, made once the display is up."""

from .apps import Apps
from .config import DISPLAY, Config
from .desktop import Desktop
from .errors import GuestError
from .office_watch import OfficeWatch
from .pointer_and_keys import PointerAndKeys
from .runner_client import RunnerClient
from .screen import Screen
from .windows import Windows

OFFICE_APPS = ("calc", "writer", "impress", "office")


class Guest:
    screen: Screen
    windows: Windows
    input: PointerAndKeys
    apps: Apps

    def __init__(self, config: Config, desktop: Desktop):
        self.config = config
        self.desktop = desktop
        self.tools = RunnerClient("deskrl_guest.tool_runner", "LibreOffice")
        self.accessibility = RunnerClient("deskrl_guest.accessibility_runner", "the accessibility bus")
        self.display_up = False
        self.visited: set[tuple[int, ...]] = set()
        watch = OfficeWatch(desktop.office, self.tools)
        desktop.office.on_start = watch.started
        self.tools.on_timeout = watch.suspect

    def attach(self) -> None:
        """Connects to the display; to be called once it is there."""
        self.screen = Screen(DISPLAY)
        self.windows = Windows(DISPLAY)
        self.input = PointerAndKeys(DISPLAY)
        self.input.drain = self._drain_office
        self.apps = Apps(self.windows, self.tools, self.input, self.screen)
        self.display_up = True

    def _drain_office(self, limit_s: float) -> bool:
        """False while LibreOffice still has to carry out what it was told; true for other programs."""
        active = self.windows.active()
        if active is None or active.app not in OFFICE_APPS:
            return True
        try:
            self.tools.call("drain", limit_s)
        except GuestError as error:
            return error.code != "guest_timeout"
        return True

    def require_display(self) -> None:
        if not self.display_up:
            raise GuestError("guest_error", "the display is still starting", "Wait until /health says ready")

    def screen_size(self) -> dict:
        return {"width": self.config.width, "height": self.config.height}
