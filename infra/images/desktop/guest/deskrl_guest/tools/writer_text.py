"""Writing and replacing text."""

import re

from .documents import Document
from .errors import bad_argument
from .kinds import Flag, Number, Text
from .registry import arg, tool
from .saving import save_document
from .unoapi import enum
from .writer_characters import set_for_all_scripts
from .writer_cursor import insertion_cursor, leave_view_cursor
from .writer_paragraphs import (
    HOW_MATCHED,
    INDICES,
    PATTERN,
    WHICH,
    Paragraph,
    Portion,
    compile_pattern,
    counted,
    find_matches,
    move,
)


@tool("WriterTools", edits=False)
def save(document: Document) -> str:
    """Saves the document to its own file in its own format (docx stays docx). A document that has no file yet cannot
    be saved this way.
    """
    return save_document(document)


@tool("WriterTools")
def write_text(
    document: Document,
    *,
    text: arg(Text(), "The text; a line break (\\n) starts a new paragraph."),
    bold: arg(Flag(), "true writes bold, false regular weight.") = False,
    italic: arg(Flag(), "true writes italic, false upright.") = False,
    size: arg(Number(1, 999), "Font size in points; left out: as at the cursor.") = None,
) -> str:
    """Writes text at the cursor, after a selection if there is one. The cursor then stands after the text."""
    cursor = insertion_cursor(document)
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    target = cursor.getText()
    target.insertString(cursor, lines.replace("\n", "\r"), False)
    cursor.collapseToEnd()
    written = target.createTextCursorByRange(cursor)
    steps = len(lines)
    while steps > 0:
        written.goLeft(min(steps, 32_767), True)
        steps -= 32_767
    set_for_all_scripts(written, "CharWeight", 150.0 if bold else 100.0)
    set_for_all_scripts(written, "CharPosture", enum("com.sun.star.awt.FontSlant", "ITALIC" if italic else "NONE"))
    if size is not None:
        set_for_all_scripts(written, "CharHeight", size)
    leave_view_cursor(document, cursor)
    return f"Wrote {counted(len(text), 'character')} at the cursor."


@tool("WriterTools")
def find_and_replace(
    document: Document,
    *,
    pattern: arg(PATTERN, HOW_MATCHED),
    replacement: arg(Text(empty=True), "The new text; \\1 stands for the first group of the pattern, \\\\ for a \\."),
    paragraph_indices: arg(INDICES, WHICH) = None,
) -> str:
    """Replaces all text that matches a pattern. The new text keeps the format of the old."""
    _check_template(pattern, replacement)
    replaced = paragraphs = kept = 0
    for paragraph, portions, matches in find_matches(document, pattern, paragraph_indices):
        paragraphs += 1
        # From the end, so that positions before stay true.
        for match in reversed(matches):
            if _cuts_object(portions, match.start(), match.end()):
                kept += 1
                continue
            replace_span(paragraph, portions, match.start(), match.end(), match.expand(replacement))
            replaced += 1
    note = f" {counted(kept, 'match')} inside a field stayed." if kept else ""
    if not replaced:
        return f"No text matches {pattern!r}; nothing was changed.{note}"
    return f"Replaced {counted(replaced, 'occurrence')} of {pattern!r} in {counted(paragraphs, 'paragraph')}.{note}"


def _check_template(pattern: str, replacement: str) -> None:
    try:
        compile_pattern(pattern).sub(replacement, "")
    except (re.error, IndexError) as error:
        allowed = f"text in which \\1 and the like name groups of the pattern ({error}); write \\\\ for a backslash"
        raise bad_argument("replacement", replacement, allowed) from error


def _cuts_object(portions: list[Portion], start: int, end: int) -> bool:
    """Whether the span begins or ends inside a field, which cannot be replaced in part."""
    return any(
        not portion.plain and (portion.start < start < portion.end or portion.start < end < portion.end)
        for portion in portions
    )


def replace_span(paragraph: Paragraph, portions: list[Portion], start: int, end: int, new: str) -> None:
    """Replaces part of a paragraph. Typed after the first old character, the new text takes over its format."""
    old = paragraph.span(portions, start, end)
    if not new:
        old.setString("")
        return
    first = next(portion for portion in portions if start < portion.end)
    if not first.plain:
        old.setString(new)
        return
    text = paragraph.text
    typing = text.createTextCursorByRange(old.getStart())
    move(typing, 1, select=False)
    text.insertString(typing, new.replace("\n", "\r"), False)
    head = text.createTextCursorByRange(old.getStart())
    move(head, 1, select=True)
    tail = text.createTextCursorByRange(head.getEnd())
    move(tail, len(new), select=False)
    if end - start > 1:
        tail.gotoRange(old.getEnd(), True)
        tail.setString("")
    head.setString("")
