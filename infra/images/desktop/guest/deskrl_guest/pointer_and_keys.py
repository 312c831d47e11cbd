"""Mouse and keyboard through the XTEST extension."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from Xlib import X, XK
from Xlib import display as xdisplay
from Xlib.ext import xtest

from .errors import GuestError, invalid, timed_out
from .key_names import MODIFIERS, character_keysym, key_keysym
from .keymap import Keymap
from .settle import Settle, Silent

BUTTONS = {"left": 1, "middle": 2, "right": 3}
DRAG_STEPS = 12
DRAG_STEP_S = 0.012
CLICK_GAP_S = 0.03
KEYS_PER_CHUNK = 40
# Writer gathers letters for 20 ms before it inserts them; others come to the keys they had put off sooner.
COMMAND_S = 0.03
# How long an action waits for what the application put off; the next keys wait for the rest.
DRAIN_S = 2.0
_BASIC_PLANE_END = 0x0100FFFF
_SHIFT = XK.string_to_keysym("Shift_L")


class PointerAndKeys:
    """One user at the mouse and keyboard at a time; whatever was pressed is released, also after an error."""

    def __init__(self, name: str):
        self._display = xdisplay.Display(name)
        self._screen = self._display.screen()
        self._lock = threading.RLock()
        self._keymap = Keymap(self._display)
        self._settle = Settle(name)
        # Waits up to so many seconds for what the application put off, and says whether that is done; set by who
        # knows the applications.
        self.drain: Callable[[float], bool] = lambda _limit_s: True
        self._behind = False

    @contextmanager
    def _session(self) -> Iterator[None]:
        with self._lock:
            held: list[tuple[int, int]] = []
            self._held = held
            try:
                yield
            finally:
                for release, detail in reversed(held):
                    xtest.fake_input(self._display, release, detail)
                self._display.sync()

    def _finish(self) -> None:
        """An action is done when its application took it, so that the next look shows what came of it.

        One that is busy for longer is no error, but the next keys must not overtake what it was told.
        """
        self._settle.wait()
        time.sleep(COMMAND_S)
        self._behind = not self.drain(DRAIN_S)

    def catch_up(self, deadline: float) -> bool:
        """Waits until the application carried out what it had put off; false at the deadline."""
        while self._behind and (left := deadline - time.monotonic()) > 0:
            self._behind = not self.drain(min(DRAIN_S, left))
        return not self._behind

    def _press(self, detail: int, *, button: bool = False) -> None:
        xtest.fake_input(self._display, X.ButtonPress if button else X.KeyPress, detail)
        self._held.append((X.ButtonRelease if button else X.KeyRelease, detail))

    def _release(self, detail: int, *, button: bool = False) -> None:
        xtest.fake_input(self._display, X.ButtonRelease if button else X.KeyRelease, detail)
        self._held.remove((X.ButtonRelease if button else X.KeyRelease, detail))

    def _move(self, x: int, y: int) -> None:
        width, height = self._screen.width_in_pixels, self._screen.height_in_pixels
        if not (0 <= x < width and 0 <= y < height):
            raise GuestError("action_out_of_screen", f"({x}, {y}) is outside the screen of {width}x{height}",
                             f"Give x in 0..{width - 1} and y in 0..{height - 1}, in native pixels")
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)

    def position(self) -> tuple[int, int]:
        with self._lock:
            pointer = self._screen.root.query_pointer()
            return pointer.root_x, pointer.root_y

    def echoes(self) -> bool:
        """Moves the pointer, reads it back and returns it: whether the display answers input."""
        with self._lock:
            home = self.position()
            target = (home[0] + 7, home[1] + 5) if home[0] < 100 else (home[0] - 7, home[1] - 5)
            with self._session():
                self._move(max(0, target[0]), max(0, target[1]))
            answered = self.position() == (max(0, target[0]), max(0, target[1]))
            with self._session():
                self._move(*home)
            return answered

    def visit(self, x: int, y: int) -> None:
        """Moves the pointer to a point and back, so that a window there takes notice of where it is."""
        with self._lock:
            home = self.position()
            for point in ((x, y), (x + 1, y), home):
                with self._session():
                    self._move(*point)
            self._settle.wait()

    def move(self, x: int, y: int) -> None:
        with self._session():
            self._move(x, y)
        self._settle.wait()

    def click(self, x: int, y: int, button: str, clicks: int) -> None:
        code = BUTTONS[button]
        with self._session():
            self._move(x, y)
            for number in range(clicks):
                if number:
                    time.sleep(CLICK_GAP_S)
                self._press(code, button=True)
                self._release(code, button=True)
                self._display.sync()
        self._finish()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        with self._session():
            # Both ends are checked before anything is pressed.
            self._move(*end)
            self._move(*start)
            self._display.sync()
            self._press(1, button=True)
            for step in range(1, DRAG_STEPS + 1):
                time.sleep(DRAG_STEP_S)
                self._move(*(round(a + (b - a) * step / DRAG_STEPS) for a, b in zip(start, end, strict=True)))
                self._display.sync()
            time.sleep(DRAG_STEP_S)
            self._release(1, button=True)
        self._finish()

    def scroll(self, x: int, y: int, delta_x: int, delta_y: int) -> None:
        with self._session():
            self._move(x, y)
            for delta, back, forth in ((delta_y, 4, 5), (delta_x, 6, 7)):
                for _ in range(abs(delta)):
                    code = back if delta < 0 else forth
                    self._press(code, button=True)
                    self._release(code, button=True)
        self._finish()

    def hotkey(self, keys: list[str], deadline: float) -> None:
        """Presses keys together, in order, and releases them in reverse.

        Raises GuestError `guest_timeout` when the application is still at work on earlier ones at the deadline.
        """
        keysyms = [key_keysym(key) for key in keys]
        if any(keysym in MODIFIERS for keysym in keysyms) and _SHIFT not in keysyms:
            # "ctrl+S" names the key as it is printed on the keyboard, not a capital letter.
            keysyms = [character_keysym(chr(keysym).lower()) if 0x41 <= keysym <= 0x5A else keysym
                       for keysym in keysyms]
        if not self.catch_up(deadline):
            raise timed_out("the application is still busy with what it was told before; nothing was pressed",
                            "Look at the screen, then go on from there")
        with self._session():
            self._keymap.refresh()
            self._keymap.lend(keysyms)
            for keysym in keysyms:
                stroke = self._keymap.stroke(keysym)
                if stroke is None:
                    raise invalid(f"the keyboard has no key for keysym 0x{keysym:x}", "Use another key name")
                if stroke.shift and _SHIFT not in keysyms:
                    self._press(self._code(_SHIFT))
                self._press(stroke.keycode)
        self._finish()

    def type_text(self, text: str, deadline: float) -> None:
        """Types text so that it reads back the same.

        Characters the keyboard lacks are lent spare keycodes; before a keycode changes its meaning the application
        must have taken the keys typed so far. Raises GuestError `invalid_input`, or `guest_timeout` at the deadline.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        keysyms = [_keysym_of(character) for character in text]
        # Text that follows one of these, or comes before one beyond the basic plane, must not overtake it.
        commands = {_keysym_of(character) for character in text if not character.isprintable()}
        previous = 0
        with self._session():
            self._await_commands(deadline)
            self._release_modifiers()
            self._keymap.refresh()
            for chunk in self._chunks(keysyms):
                self._keymap.lend(chunk)
                for keysym in chunk:
                    if keysym > _BASIC_PLANE_END >= previous > 0:
                        self._await_commands(deadline)
                    self._tap(keysym)
                    if keysym in commands:
                        self._await_commands(deadline)
                    previous = keysym
                self._await_application(deadline)
            self._await_commands(deadline)

    def _await_commands(self, deadline: float) -> None:
        """Waits for Return, Tab and what else is no letter: an office application puts them off behind later text."""
        self._await_application(deadline)
        time.sleep(COMMAND_S)
        self._behind = True
        if not self.catch_up(deadline):
            raise _half_typed()

    def _await_application(self, deadline: float) -> None:
        self._display.sync()
        try:
            self._settle.require(deadline)
        except Silent:
            raise _half_typed() from None

    def await_focus(self, deadline: float) -> bool:
        """Waits until the focused application answers and has carried out what it put off; false at the deadline."""
        try:
            self._settle.require(deadline)
        except Silent:
            return False
        # A window that just came up gives the focus to the document within it by such a command.
        self._behind = True
        return self.catch_up(deadline)

    def _chunks(self, keysyms: list[int]) -> Iterator[list[int]]:
        chunk: list[int] = []
        foreign: set[int] = set()
        for keysym in keysyms:
            new = not self._keymap.is_own(keysym) and keysym not in foreign
            if len(chunk) >= KEYS_PER_CHUNK or (new and len(foreign) + 1 > self._keymap.capacity):
                yield chunk
                chunk, foreign = [], set()
            if not self._keymap.is_own(keysym):
                foreign.add(keysym)
            chunk.append(keysym)
        if chunk:
            yield chunk

    def _tap(self, keysym: int) -> None:
        stroke = self._keymap.stroke(keysym)
        if stroke is None:
            raise GuestError("action_failed", f"the keyboard takes no key for U+{keysym & 0xFFFFFF:04X}",
                             "Leave this character out or paste it")
        if stroke.shift:
            self._press(self._code(_SHIFT))
        self._press(stroke.keycode)
        self._release(stroke.keycode)
        if stroke.shift:
            self._release(self._code(_SHIFT))

    def _code(self, keysym: int) -> int:
        stroke = self._keymap.stroke(keysym)
        if stroke is None:
            raise GuestError("guest_error", f"the keyboard has no key for keysym 0x{keysym:x}")
        return stroke.keycode

    def _release_modifiers(self) -> None:
        """Lifts modifiers someone left down and takes Caps Lock back, or the text would come out changed."""
        pressed = self._display.query_keymap()
        for keysym in MODIFIERS:
            stroke = self._keymap.stroke(keysym)
            if stroke and pressed[stroke.keycode // 8] & (1 << (stroke.keycode % 8)):
                xtest.fake_input(self._display, X.KeyRelease, stroke.keycode)
        if self._screen.root.query_pointer().mask & X.LockMask:
            caps = self._code(XK.string_to_keysym("Caps_Lock"))
            self._press(caps)
            self._release(caps)


def _half_typed() -> GuestError:
    return timed_out("the application did not take the text in time; a part may have been typed",
                     "It is busy: look at the screen, then go on from there")


def _keysym_of(character: str) -> int:
    if character == "\n":
        return XK.string_to_keysym("Return")
    if character == "\t":
        return XK.string_to_keysym("Tab")
    code = ord(character)
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code <= 0xDFFF:
        raise invalid(f"U+{code:04X} cannot be typed", "Leave control characters out; use hotkey for keys")
    return character_keysym(character)
