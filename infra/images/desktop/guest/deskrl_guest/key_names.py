"""Key names of pyautogui and of X, to X keysyms."""

from Xlib import XK

from .errors import invalid

for _group in ("latin1", "miscellany", "xf86"):
    XK.load_keysym_group(_group)

_NAMES = {
    "ctrl": "Control_L", "control": "Control_L", "ctrlleft": "Control_L", "ctrlright": "Control_R",
    "shift": "Shift_L", "shiftleft": "Shift_L", "shiftright": "Shift_R",
    "alt": "Alt_L", "altleft": "Alt_L", "altright": "Alt_R", "altgr": "ISO_Level3_Shift", "option": "Alt_L",
    "win": "Super_L", "winleft": "Super_L", "winright": "Super_R", "super": "Super_L", "meta": "Super_L",
    "command": "Super_L", "cmd": "Super_L",
    "enter": "Return", "return": "Return", "esc": "Escape", "escape": "Escape", "tab": "Tab",
    "backspace": "BackSpace", "delete": "Delete", "del": "Delete", "insert": "Insert", "ins": "Insert",
    "home": "Home", "end": "End", "pageup": "Page_Up", "pgup": "Page_Up", "pagedown": "Page_Down",
    "pgdn": "Page_Down", "up": "Up", "down": "Down", "left": "Left", "right": "Right",
    "arrowup": "Up", "arrowdown": "Down", "arrowleft": "Left", "arrowright": "Right",
    "space": "space", "capslock": "Caps_Lock", "numlock": "Num_Lock", "scrolllock": "Scroll_Lock",
    "printscreen": "Print", "prtsc": "Print", "prtscr": "Print", "prntscrn": "Print", "print": "Print",
    "pause": "Pause", "break": "Pause", "menu": "Menu", "apps": "Menu", "help": "Help", "select": "Select",
    "add": "KP_Add", "subtract": "KP_Subtract", "multiply": "KP_Multiply", "divide": "KP_Divide",
    "decimal": "KP_Decimal", "separator": "KP_Separator",
    **{f"num{digit}": f"KP_{digit}" for digit in range(10)},
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
    "volumeup": "XF86_AudioRaiseVolume", "volumedown": "XF86_AudioLowerVolume", "volumemute": "XF86_AudioMute",
    "browserback": "XF86_Back", "browserforward": "XF86_Forward",
}

MODIFIERS = frozenset(
    XK.string_to_keysym(name)
    for name in ("Control_L", "Control_R", "Shift_L", "Shift_R", "Alt_L", "Alt_R", "Super_L", "Super_R",
                 "ISO_Level3_Shift")
)


def character_keysym(character: str) -> int:
    """The keysym of one character, by the rule of the X protocol's appendix A."""
    code = ord(character)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 | code


def key_keysym(name: str) -> int:
    """The keysym of a key's name. Raises GuestError `invalid_input` naming the key."""
    if len(name) == 1 and name.isprintable():
        return character_keysym(name)
    known = _NAMES.get(name.lower())
    keysym = XK.string_to_keysym(known or name)
    if keysym == 0:
        raise invalid(f"there is no key '{name}'",
                      "Use names such as ctrl, shift, alt, enter, esc, tab, f5, pagedown, or a single character")
    return keysym
