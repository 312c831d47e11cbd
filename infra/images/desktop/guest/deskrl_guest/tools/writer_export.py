"""Exports of a text document."""

import os

from .documents import Document
from .errors import bad_argument
from .kinds import Choice, Flag, Text
from .paths import absolute, check_written, derived, writable_file
from .registry import arg, tool
from .unoapi import file_url, filter_data, properties

# What each quality does to the images in the PDF.
_QUALITIES = {
    "standard": {"UseLosslessCompression": False, "Quality": 90, "ReduceImageResolution": True,
                 "MaxImageResolution": 300},
    "high": {"UseLosslessCompression": False, "Quality": 98, "ReduceImageResolution": False},
    "print": {"UseLosslessCompression": True, "ReduceImageResolution": False},
}


@tool("WriterTools", edits=False)
def export_to_pdf(
    document: Document,
    *,
    output_path: arg(
        Text(), "Folder for the PDF, or its whole path when it ends in .pdf. Left out: the document's folder."
    ) = None,
    output_filename: arg(Text(longest=250), "File name; '.pdf' is added. Left out: the document's own name.") = None,
    include_comments: arg(Flag(), "true keeps comments as notes in the PDF.") = False,
    quality: arg(
        Choice(*_QUALITIES), "Images: 'standard' JPEG 90 % at 300 dpi, 'high' JPEG 98 % at full size, 'print' lossless."
    ) = "standard",
) -> str:
    """Exports the document as PDF. A file of that name is written over."""
    if output_filename is not None and (os.sep in output_filename or output_filename in (".", "..")):
        raise bad_argument("output_filename", output_filename, "a file name without folders; put those in output_path")
    path = _target(document, output_path, output_filename)
    if not path.lower().endswith(".pdf"):
        path += ".pdf"
    path = writable_file("output_path", path)
    data = filter_data(**_QUALITIES[quality], ExportNotes=include_comments)
    document.model.storeToURL(file_url(path), properties(FilterName="writer_pdf_Export", FilterData=data))
    return f"Exported to {check_written(path)}."


def _target(document: Document, output_path: str | None, output_filename: str | None) -> str:
    if output_path is None:
        own = derived(document, ".pdf", "output_path and output_filename")
        return os.path.join(os.path.dirname(own), output_filename) if output_filename else own
    place = absolute(document, output_path)
    if place.lower().endswith(".pdf") and not os.path.isdir(place):
        if output_filename is not None:
            raise bad_argument("output_filename", output_filename, "none, since output_path names the file already")
        return place
    name = output_filename or os.path.basename(derived(document, ".pdf", "output_filename"))
    return os.path.join(place, name)
