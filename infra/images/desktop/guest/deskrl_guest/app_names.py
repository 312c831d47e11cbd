"""Which application a window belongs to, by the short names that observations use."""

_BY_CLASS = {
    "libreoffice-calc": "calc",
    "libreoffice-writer": "writer",
    "libreoffice-impress": "impress",
    "libreoffice-startcenter": "office",
    "libreoffice-math": "office",
    "libreoffice-draw": "office",
    "libreoffice": "office",
    "soffice": "office",
    "soffice.bin": "office",
    "pcmanfm": "files",
    "lxterminal": "terminal",
    "gedit": "gedit",
    "org.gnome.gedit": "gedit",
    "chromium": "chrome",
    "chromium-browser": "chrome",
}
_BY_TITLE = {"LibreOffice Calc": "calc", "LibreOffice Writer": "writer", "LibreOffice Impress": "impress"}


def short_name(window_class: tuple[str, ...], title: str) -> str:
    """`calc`, `terminal` and so on; the window's own class when it is none of ours."""
    for suffix, name in _BY_TITLE.items():
        if title.endswith(suffix):
            return name
    for part in window_class:
        if part.lower() in _BY_CLASS:
            return _BY_CLASS[part.lower()]
    return window_class[-1].lower() if window_class else ""
