"""How matched text looks: colour, size, strikethrough."""

from .colors import hex_color
from .documents import Document
from .kinds import Color, Number
from .registry import arg, tool
from .writer_paragraphs import HOW_MATCHED, INDICES, PATTERN, WHICH, counted, find_matches

SCRIPTS = ("", "Asian", "Complex")


def set_for_all_scripts(cursor, name: str, value: object) -> None:
    """Western, Asian and right-to-left text keep their font properties apart; a person means all of them."""
    for script in SCRIPTS:
        cursor.setPropertyValue(name + script, value)


def _format(document: Document, pattern: str, indices: list[int] | None, apply, done: str) -> str:
    matched = paragraphs = 0
    for paragraph, portions, matches in find_matches(document, pattern, indices):
        paragraphs += 1
        for match in matches:
            apply(paragraph.span(portions, match.start(), match.end()))
            matched += 1
    if not matched:
        return f"No text matches {pattern!r}; nothing was changed."
    return f"{done} {counted(matched, 'match')} of {pattern!r} in {counted(paragraphs, 'paragraph')}."


@tool("WriterTools")
def set_color(
    document: Document,
    *,
    pattern: arg(PATTERN, HOW_MATCHED),
    color: arg(Color(), "Text colour: '#RRGGBB', a colour name such as 'red', or 0xRRGGBB as a number."),
    paragraph_indices: arg(INDICES, WHICH) = None,
) -> str:
    """Colours the text that matches a pattern."""

    def apply(cursor) -> None:
        cursor.CharColor = color

    return _format(document, pattern, paragraph_indices, apply, f"Coloured {hex_color(color)}:")


@tool("WriterTools")
def set_strikethrough(
    document: Document, *, pattern: arg(PATTERN, HOW_MATCHED), paragraph_indices: arg(INDICES, WHICH) = None
) -> str:
    """Strikes through the text that matches a pattern."""

    def apply(cursor) -> None:
        cursor.CharStrikeout = 1

    return _format(document, pattern, paragraph_indices, apply, "Struck through:")


@tool("WriterTools")
def set_font_size(
    document: Document,
    *,
    font_size: arg(Number(1, 999), "Size in points."),
    pattern: arg(PATTERN, HOW_MATCHED),
    paragraph_indices: arg(INDICES, WHICH) = None,
) -> str:
    """Sets the font size of the text that matches a pattern; '.+' matches all of a paragraph."""

    def apply(cursor) -> None:
        set_for_all_scripts(cursor, "CharHeight", font_size)

    return _format(document, pattern, paragraph_indices, apply, f"Set to {font_size:g} points:")
