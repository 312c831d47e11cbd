"""Highlighted text."""

import json

from .colors import highlight_colors
from .documents import Document
from .kinds import Text
from .registry import arg, tool
from .writer_paragraphs import INDICES, WHICH, chosen_paragraphs, counted

# A highlight from a Word file is kept apart from a background set in LibreOffice; both look the same.
_PROPERTIES = ("CharBackColor", "CharHighlight")
_NONE = -1
_ANSWER_CHARACTERS = 1_900


@tool("WriterTools")
def remove_highlighting(document: Document, *, paragraph_indices: arg(INDICES, WHICH) = None) -> str:
    """Removes every highlight colour from text."""
    changed = 0
    for paragraph in chosen_paragraphs(document, paragraph_indices):
        highlighted = [portion for portion in paragraph.portions() if _colors(portion.range)]
        for portion in highlighted:
            for name in _PROPERTIES:
                portion.range.setPropertyToDefault(name)
            # What is left comes from a style.
            for name in _PROPERTIES if _colors(portion.range) else ():
                portion.range.setPropertyValue(name, _NONE)
        changed += bool(highlighted)
    if not changed:
        return "No text is highlighted; nothing was changed."
    return f"Removed the highlighting from {counted(changed, 'paragraph')}."


@tool("WriterTools", edits=False)
def find_highlighted_text(
    document: Document,
    *,
    highlight_color: arg(Text(), "The colour: a name such as 'yellow' or 'green', or '#RRGGBB'."),
) -> str:
    """Lists the text that is highlighted in a colour, as JSON: [{"paragraph": 0, "text": "..."}]. Paragraphs count from
    0; text in tables has null there.
    """
    wanted = set(highlight_colors("highlight_color", highlight_color))
    body = document.model.getText()
    found, index = [], 0
    for paragraph in chosen_paragraphs(document, None):
        in_body = paragraph.text == body
        run = ""
        for portion in paragraph.portions():
            if wanted & _colors(portion.range):
                run += portion.string
                continue
            _add(found, run, index if in_body else None)
            run = ""
        _add(found, run, index if in_body else None)
        index += in_body
    return _listed(found)


def _colors(run) -> set[int]:
    return {color for color in run.getPropertyValues(_PROPERTIES) if isinstance(color, int) and color != _NONE}


def _add(found: list[dict], text: str, paragraph: int | None) -> None:
    if text.strip():
        found.append({"paragraph": paragraph, "text": text})


def _listed(found: list[dict]) -> str:
    kept = list(found)
    while kept and len(json.dumps(kept, ensure_ascii=False)) > _ANSWER_CHARACTERS:
        kept.pop()
    cut = len(found) - len(kept)
    text = json.dumps(kept, ensure_ascii=False)
    return f"{text} ({counted(cut, 'more passage')} left out)" if cut else text
