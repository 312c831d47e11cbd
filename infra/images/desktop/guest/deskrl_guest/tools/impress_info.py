"""A presentation as text."""

from .documents import Document
from .paths import document_path

_TEXT_CHARACTERS = 500


def impress_info(document: Document, limit: int):
    """Lines: file, number of slides and which is shown, then each slide with its boxes, counted from 0."""
    slides = document.model.getDrawPages()
    yield f"File: {document_path(document) or document.model.getTitle() + ' (not saved yet)'}"
    shown = document.controller.getCurrentPage() if hasattr(document.controller, "getCurrentPage") else None
    number = int(shown.Number) - 1 if shown is not None and hasattr(shown, "Number") else 0
    yield f"Slides: {slides.getCount()}, slide {number} is shown"
    length = 0
    for index in range(slides.getCount()):
        if length > limit:
            return
        slide = slides.getByIndex(index)
        yield f"Slide {index} ({slide.getName()}):"
        for box in range(slide.getCount()):
            line = f"  Box {box}: {_describe(slide.getByIndex(box))}"
            length += len(line)
            yield line


def _describe(shape) -> str:
    kind = shape.getShapeType().rpartition(".")[2].removesuffix("Shape")
    text = " / ".join(shape.getString().split("\n")) if hasattr(shape, "getString") else ""
    if len(text) > _TEXT_CHARACTERS:
        text = text[:_TEXT_CHARACTERS] + "..."
    return f"{kind}: {text}" if text else kind
