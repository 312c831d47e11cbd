"""Colours as the tools take them: a hex string, a name, or 0xRRGGBB as a number."""

import re

from .errors import ToolError, bad_argument

NAMES = {
    "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "lime": 0x00FF00, "blue": 0x0000FF,
    "yellow": 0xFFFF00, "orange": 0xFFA500, "purple": 0x800080, "magenta": 0xFF00FF, "cyan": 0x00FFFF,
    "gray": 0x808080, "lightgray": 0xD3D3D3, "darkgray": 0xA9A9A9, "brown": 0xA52A2A, "pink": 0xFFC0CB,
    "navy": 0x000080, "teal": 0x008080, "maroon": 0x800000, "olive": 0x808000, "gold": 0xFFD700,
    "lightblue": 0xADD8E6, "lightgreen": 0x90EE90, "darkblue": 0x00008B, "darkgreen": 0x006400, "darkred": 0x8B0000,
}

# What word processors call their highlight colours, beside the names above: Word's green is LibreOffice's lime.
_HIGHLIGHTS = {
    "green": (0x00FF00, 0x008000), "brightgreen": (0x00FF00,), "turquoise": (0x00FFFF,), "cyan": (0x00FFFF,),
    "gray": (0x808080, 0xC0C0C0, 0xD3D3D3), "lightgray": (0xC0C0C0, 0xD3D3D3), "darkyellow": (0x808000,),
    "darkblue": (0x000080, 0x00008B), "darkgreen": (0x008000, 0x006400), "darkred": (0x800000, 0x8B0000),
    "darkcyan": (0x008080,), "darkmagenta": (0x800080,),
}

ALLOWED = "'#RRGGBB', a number from 0x000000 to 0xFFFFFF, or one of these names: " + ", ".join(NAMES)


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower().replace("grey", "gray")


def parse_color(name: str, value: object) -> int:
    """The colour as 0xRRGGBB. Raises `tool_arguments_invalid`, naming the argument."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 0xFFFFFF:
        return value
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(?:#|0[xX])?([0-9A-Fa-f]{6})\s*", value)
        if match:
            return int(match[1], 16)
        short = re.fullmatch(r"\s*#([0-9A-Fa-f]{3})\s*", value)
        if short:
            return int("".join(digit * 2 for digit in short[1]), 16)
        if _plain(value) in NAMES:
            return NAMES[_plain(value)]
    raise bad_argument(name, value, ALLOWED)


def highlight_colors(name: str, value: str) -> tuple[int, ...]:
    """Every 0xRRGGBB that a highlight of this name or code can have."""
    if _plain(value) in _HIGHLIGHTS:
        return _HIGHLIGHTS[_plain(value)]
    try:
        return (parse_color(name, value),)
    except ToolError as error:
        error.fix = f"{error.fix[:-1]}, {', '.join(sorted(set(_HIGHLIGHTS) - set(NAMES)))}."
        raise


def hex_color(color: int) -> str:
    return f"#{color:06X}"
