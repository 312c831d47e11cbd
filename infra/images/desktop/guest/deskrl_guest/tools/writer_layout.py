"""Fonts and the layout of paragraphs."""

from .documents import Document
from .kinds import Choice, Number, Text
from .registry import arg, tool
from .unoapi import enum, properties, service, struct
from .writer_characters import set_for_all_scripts
from .writer_paragraphs import INDICES, WHICH, chosen_paragraphs, counted

_FONT = "Name of the font, such as 'Liberation Serif'."
_ADJUSTMENTS = {"left": "LEFT", "center": "CENTER", "right": "RIGHT", "justify": "BLOCK"}
_DEFAULT_FONT_ROLES = ("Standard", "Heading", "List", "Caption", "Index")


@tool("WriterTools")
def set_font(
    document: Document, *, font_name: arg(Text(longest=200), _FONT), paragraph_indices: arg(INDICES, WHICH) = None
) -> str:
    """Sets the font of whole paragraphs."""
    paragraphs = chosen_paragraphs(document, paragraph_indices)
    for paragraph in paragraphs:
        set_for_all_scripts(paragraph.cursor(), "CharFontName", font_name)
    return f"Set the font of {counted(len(paragraphs), 'paragraph')} to {font_name}."


@tool("WriterTools")
def set_line_spacing(
    document: Document,
    *,
    spacing_value: arg(Number(0.25, 10), "Line spacing in lines: 1 is single, 1.5 one and a half, 2 double."),
    paragraph_indices: arg(INDICES, WHICH) = None,
) -> str:
    """Sets the distance of the lines within paragraphs."""
    paragraphs = chosen_paragraphs(document, paragraph_indices)
    spacing = struct("com.sun.star.style.LineSpacing", Mode=0, Height=round(spacing_value * 100))
    for paragraph in paragraphs:
        paragraph.range.ParaLineSpacing = spacing
    return f"Set the line spacing of {counted(len(paragraphs), 'paragraph')} to {spacing_value:g}."


@tool("WriterTools")
def set_paragraph_alignment(
    document: Document,
    *,
    alignment: arg(Choice(*_ADJUSTMENTS), "How lines are aligned."),
    paragraph_indices: arg(INDICES, WHICH) = None,
) -> str:
    """Aligns paragraphs."""
    paragraphs = chosen_paragraphs(document, paragraph_indices)
    adjust = enum("com.sun.star.style.ParagraphAdjust", _ADJUSTMENTS[alignment])
    for paragraph in paragraphs:
        paragraph.range.ParaAdjust = adjust
    return f"Aligned {counted(len(paragraphs), 'paragraph')}: {alignment}."


@tool("WriterTools")
def set_default_font(
    document: Document,
    *,
    font_name: arg(Text(longest=200), _FONT),
    font_size: arg(Number(2, 999), "Size in points; left out: the default size stays.") = None,
) -> str:
    """Sets the default font: that of new documents (Tools, Options, Basic Fonts) and of this one's default paragraph
    style. Text that was given a font of its own keeps it.
    """
    style = document.model.getStyleFamilies().getByName("ParagraphStyles").getByName("Standard")
    set_for_all_scripts(style, "CharFontName", font_name)
    if font_size is not None:
        set_for_all_scripts(style, "CharHeight", font_size)
    _set_basic_fonts(font_name, font_size)
    return f"The default font is now {font_name}{f' at {font_size:g} points' if font_size else ''}."


def _set_basic_fonts(font_name: str, font_size: float | None) -> None:
    provider = service("com.sun.star.configuration.ConfigurationProvider")
    for node, suffix in (("DefaultFont", ""), ("DefaultFontCJK", "CJK"), ("DefaultFontCTL", "CTL")):
        settings = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationUpdateAccess",
            properties(nodepath=f"/org.openoffice.Office.Writer/{node}"),
        )
        for role in _DEFAULT_FONT_ROLES:
            settings.setPropertyValue(role + suffix if settings.hasByName(role + suffix) else role, font_name)
        if font_size is not None:
            height = next(n for n in (f"StandardHeight{suffix}", "StandardHeight") if settings.hasByName(n))
            settings.setPropertyValue(height, round(font_size * 2540 / 72))
        settings.commitChanges()
