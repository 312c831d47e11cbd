"""The paragraphs of a text document, and positions inside them."""

import re
from dataclasses import dataclass

from .documents import Document
from .errors import bad_argument
from .kinds import ListOf, Text, Whole

INDICES = ListOf(Whole(0, 1_000_000))
WHICH = (
    "Paragraphs of the body to work on, counted from 0 without those in tables; left out: the whole document with its "
    "tables."
)
PATTERN = Text(longest=5_000)
HOW_MATCHED = (
    "Python regular expression, matched in each paragraph with letter case minded. Escape characters such as "
    "( ) . * + ? $ to find them as they are; (?i) at the start ignores letter case."
)
# One step of a text cursor is a 16 bit number.
_LONGEST_MOVE = 32_767


@dataclass
class Portion:
    """A run of a paragraph: plain text that a cursor can enter, or one object such as a field, which it cannot."""

    start: int
    string: str
    plain: bool
    range: object

    @property
    def end(self) -> int:
        return self.start + len(self.string)


class Paragraph:
    def __init__(self, text, range_):
        self.text = text
        self.range = range_

    @property
    def string(self) -> str:
        return self.range.getString()

    def cursor(self):
        """A cursor that spans the paragraph."""
        cursor = self.text.createTextCursorByRange(self.range.getStart())
        cursor.gotoRange(self.range.getEnd(), True)
        return cursor

    def portions(self) -> list[Portion]:
        found, position = [], 0
        runs = self.range.createEnumeration()
        while runs.hasMoreElements():
            run = runs.nextElement()
            string = run.getString()
            if string:
                found.append(Portion(position, string, run.TextPortionType == "Text", run))
                position += len(string)
        return found

    def span(self, portions: list[Portion], start: int, end: int):
        """A cursor over part of the paragraph's text; an object that is touched is taken whole."""
        first = next(portion for portion in portions if start < portion.end)
        last = next(portion for portion in portions if end <= portion.end)
        cursor = self.text.createTextCursorByRange(first.range.getStart())
        if first.plain:
            move(cursor, start - first.start, select=False)
        if last is first and first.plain:
            move(cursor, end - start, select=True)
            return cursor
        limit = self.text.createTextCursorByRange(last.range.getStart() if last.plain else last.range.getEnd())
        if last.plain:
            move(limit, end - last.start, select=False)
        cursor.gotoRange(limit, True)
        return cursor


def move(cursor, steps: int, *, select: bool) -> None:
    """Moves right by characters; a character outside the basic plane is one step, as it is one in Python."""
    while steps > 0:
        cursor.goRight(min(steps, _LONGEST_MOVE), select)
        steps -= _LONGEST_MOVE


def body_paragraphs(document: Document) -> list[Paragraph]:
    """The paragraphs of the body in order, those of tables left out: what paragraph indices count."""
    return list(_walk(document.model.getText(), tables=False))


def chosen_paragraphs(document: Document, indices: list[int] | None) -> list[Paragraph]:
    """The paragraphs with those indices, or all with those in tables. Raises for an index that there is not."""
    if indices is None:
        return list(_walk(document.model.getText(), tables=True))
    body = body_paragraphs(document)
    for position, index in enumerate(indices):
        if index >= len(body):
            allowed = f"an index from 0 to {len(body) - 1}, since the document has {len(body)} paragraphs"
            raise bad_argument(f"paragraph_indices[{position}]", index, allowed)
    return [body[index] for index in sorted(set(indices))]


def _walk(text, *, tables: bool):
    elements = text.createEnumeration()
    while elements.hasMoreElements():
        element = elements.nextElement()
        if element.supportsService("com.sun.star.text.Paragraph"):
            yield Paragraph(text, element)
        elif tables and element.supportsService("com.sun.star.text.TextTable"):
            for name in element.getCellNames():
                yield from _walk(element.getCellByName(name).getText(), tables=True)


def compile_pattern(pattern: str) -> re.Pattern:
    try:
        return re.compile(pattern)
    except re.error as error:
        allowed = f"a regular expression ({error}); escape the special characters of plain text: {re.escape(pattern)!r}"
        raise bad_argument("pattern", pattern, allowed) from error


def find_matches(document: Document, pattern: str, indices: list[int] | None):
    """Each paragraph in which the pattern occurs, with its portions and the matches that are not empty."""
    regex = compile_pattern(pattern)
    for paragraph in chosen_paragraphs(document, indices):
        if not regex.search(paragraph.string):
            continue
        portions = paragraph.portions()
        string = "".join(portion.string for portion in portions)
        matches = [match for match in regex.finditer(string) if match.end() > match.start()]
        if matches:
            yield paragraph, portions, matches


def counted(number: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"
