"""Large and small letters: the text itself is changed, not how it is shown."""

import re

from .documents import Document
from .kinds import Choice
from .registry import arg, tool
from .writer_paragraphs import (
    HOW_MATCHED,
    INDICES,
    PATTERN,
    WHICH,
    Paragraph,
    Portion,
    chosen_paragraphs,
    counted,
    find_matches,
)
from .writer_text import replace_span

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def change_case(text: str, case_type: str) -> list[str]:
    """What each letter of the text becomes."""
    if case_type == "uppercase":
        return [letter.upper() for letter in text]
    letters = [letter.lower() for letter in text]
    words = list(_WORD.finditer(text))
    for word in words if case_type == "title" else words[:1] if case_type == "sentence" else []:
        letters[word.start()] = text[word.start()].title()
    return letters


def apply_letters(paragraph: Paragraph, portions: list[Portion], letters: dict[int, str]) -> bool:
    """Exchanges letters at those positions, run by run so that formats stay. Says whether anything changed."""
    changed = False
    for portion in reversed(portions):
        if not portion.plain:
            continue
        new = {
            position: letters[position]
            for position in range(portion.start, portion.end)
            if letters.get(position, portion.string[position - portion.start])
            != portion.string[position - portion.start]
        }
        if not new:
            continue
        first, last = min(new), max(new)
        text = "".join(new.get(at, portion.string[at - portion.start]) for at in range(first, last + 1))
        replace_span(paragraph, portions, first, last + 1, text)
        changed = True
    return changed


@tool("WriterTools")
def capitalize_words(document: Document, *, paragraph_indices: arg(INDICES, WHICH) = None) -> str:
    """Makes the first letter of every word large; the other letters stay as they are."""
    changed = 0
    for paragraph in chosen_paragraphs(document, paragraph_indices):
        portions = paragraph.portions()
        string = "".join(portion.string for portion in portions)
        letters = {word.start(): word[0][0].title() for word in _WORD.finditer(string)}
        changed += apply_letters(paragraph, portions, letters)
    if not changed:
        return "All words are capitalized already; nothing was changed."
    return f"Capitalized the words of {counted(changed, 'paragraph')}."


@tool("WriterTools")
def change_text_case(
    document: Document,
    *,
    case_type: arg(
        Choice("lowercase", "uppercase", "title", "sentence"),
        "'title' makes the first letter of each word large and the others small, 'sentence' the first of each match.",
    ),
    pattern: arg(PATTERN, f"{HOW_MATCHED} '.+' matches all of a paragraph."),
    paragraph_indices: arg(INDICES, WHICH) = None,
) -> str:
    """Changes the letters of the text that matches a pattern to large or small ones."""
    found = paragraphs = 0
    for paragraph, portions, matches in find_matches(document, pattern, paragraph_indices):
        letters = {
            match.start() + offset: letter
            for match in matches
            for offset, letter in enumerate(change_case(match[0], case_type))
        }
        paragraphs += apply_letters(paragraph, portions, letters)
        found += len(matches)
    if not found:
        return f"No text matches {pattern!r}; nothing was changed."
    return (
        f"Changed {counted(found, 'match')} of {pattern!r} to {case_type}; the text of "
        f"{counted(paragraphs, 'paragraph')} is different now."
    )
