"""Whether the desktop is ready: painted, answering input, office and accessibility up. Not "the port is open"."""

import time

from PIL import ImageStat

from .errors import GuestError
from .guest import Guest
from .programs import count_zombies
from .runner_client import RunnerClient

VERSION = 1
PROBE_S = 3.0
MIN_DEVIATION = 4.0
_started = time.monotonic()


class Health:
    """Probes cost the desktop something, so those that passed once and cannot silently fail are kept."""

    def __init__(self, guest: Guest):
        self._guest = guest
        self._painted = False
        self._input = False
        self._answered: set[RunnerClient] = set()

    def report(self) -> dict:
        checks = {
            "display": self._guest.display_up,
            "windowManager": self._try(lambda: self._guest.windows.has_manager()),
            "painted": self._try(self._is_painted),
            "input": self._try(self._is_answering),
            "office": self._try(lambda: self._answers(self._guest.tools)),
            "accessibility": self._try(lambda: self._answers(self._guest.accessibility)),
        }
        return {"version": VERSION, "ready": all(checks.values()), "checks": checks,
                "screen": self._guest.screen_size(), "zombies": count_zombies(),
                "uptimeMs": (time.monotonic() - _started) * 1000}

    def _try(self, probe) -> bool:
        if not self._guest.display_up:
            return False
        try:
            return probe()
        except GuestError:
            return False

    def _answers(self, runner: RunnerClient) -> bool:
        """One that answered before and is at work on a long call counts as answering: asking would only wait."""
        if not (runner.busy and runner in self._answered):
            self._answered.discard(runner)
            runner.call("ping", PROBE_S)
            self._answered.add(runner)
        return True

    def _is_painted(self) -> bool:
        """A one-time gate: panel and wallpaper are mapped and both show something. A dark screen later is legitimate."""
        if self._painted:
            return True
        windows = self._guest.windows.all()
        kinds = {window.kind for window in windows}
        if not {"dock", "desktop"} <= kinds:
            return False
        picture = self._guest.screen.capture(pointer=False)
        panel = next(window for window in windows if window.kind == "dock")
        parts = (picture.crop((panel.x, panel.y, panel.x + panel.width, panel.y + panel.height)),
                 picture.crop((0, 0, picture.width, picture.height - panel.height)))
        self._painted = all(max(ImageStat.Stat(part).stddev) >= MIN_DEVIATION for part in parts)
        return self._painted

    def _is_answering(self) -> bool:
        """Moves the pointer and reads it back, once; later the pointer belongs to the agent."""
        if not self._input:
            self._input = self._guest.input.echoes()
        return self._input
