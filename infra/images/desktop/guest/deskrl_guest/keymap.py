"""Keysyms to keycodes: the keyboard's own where it has them, spare keycodes lent to every other character."""

from dataclasses import dataclass

from Xlib import display as xdisplay


@dataclass(frozen=True)
class Stroke:
    keycode: int
    shift: bool


class Keymap:
    """The server's map as it is now; read anew for each text since viewers may add keys too."""

    def __init__(self, display: xdisplay.Display):
        self._display = display
        self._lent: dict[int, int] = {}
        self.refresh()

    def refresh(self) -> None:
        low = self._display.display.info.min_keycode
        high = self._display.display.info.max_keycode
        rows = self._display.get_keyboard_mapping(low, high - low + 1)
        own: dict[int, Stroke] = {}
        spare: list[int] = []
        for keycode, row in enumerate(rows, start=low):
            if not any(row):
                spare.append(keycode)
                continue
            # Levels 0 and 1 only: plain and with Shift. An unshifted key wins over a shifted one.
            for level in (0, 1):
                keysym = row[level] if len(row) > level else 0
                if keysym and (keysym not in own or (own[keysym].shift and level == 0)):
                    own[keysym] = Stroke(keycode, level == 1)
        self._own = own
        self._lent = {keysym: keycode for keysym, keycode in self._lent.items()
                      if own.get(keysym) == Stroke(keycode, False)}
        # Low spare codes lie between real keys and some have a meaning to toolkits; the high ones have none.
        self._spare = sorted(set(spare) | set(self._lent.values()), reverse=True)

    @property
    def capacity(self) -> int:
        """How many characters foreign to the keyboard can be had at one time."""
        return len(self._spare)

    def stroke(self, keysym: int) -> Stroke | None:
        return self._own.get(keysym)

    def is_own(self, keysym: int) -> bool:
        return keysym in self._own and keysym not in self._lent

    def lend(self, keysyms: list[int]) -> None:
        """Gives each keysym a spare keycode, taking back those that this text no longer needs."""
        missing = [keysym for keysym in dict.fromkeys(keysyms) if keysym not in self._own]
        if not missing:
            return
        needed = set(keysyms)
        taken = {keycode: keysym for keysym, keycode in self._lent.items()}
        free = [keycode for keycode in self._spare if keycode not in taken]
        free += [keycode for keycode, keysym in taken.items() if keysym not in needed]
        changes: dict[int, int] = {}
        for keysym, keycode in zip(missing, free, strict=False):
            previous = taken.get(keycode)
            if previous is not None:
                self._lent.pop(previous, None)
                self._own.pop(previous, None)
            changes[keycode] = keysym
            self._lent[keysym] = keycode
            self._own[keysym] = Stroke(keycode, False)
        for first, keysyms in _runs(changes):
            # The same symbol on both levels, so that Shift and Caps Lock change nothing.
            self._display.change_keyboard_mapping(first, [(keysym, keysym) for keysym in keysyms])
        self._display.sync()


def _runs(changes: dict[int, int]) -> list[tuple[int, list[int]]]:
    """Changes as runs of neighbouring keycodes: every request makes every program read the whole map again."""
    runs: list[tuple[int, list[int]]] = []
    for keycode in sorted(changes):
        if runs and runs[-1][0] + len(runs[-1][1]) == keycode:
            runs[-1][1].append(changes[keycode])
        else:
            runs.append((keycode, [changes[keycode]]))
    return runs
