"""Charts on the active sheet."""

import re

from .calc_book import Area, Book
from .calc_used import clip, require_unprotected, used_area
from .errors import bad_argument, refused
from .kinds import Choice, Text
from .registry import arg, tool
from .unoapi import enum, struct

_DIAGRAMS = {
    "bar": "com.sun.star.chart.BarDiagram",
    "column": "com.sun.star.chart.BarDiagram",
    "line": "com.sun.star.chart.LineDiagram",
    "pie": "com.sun.star.chart.PieDiagram",
    "scatter": "com.sun.star.chart.XYDiagram",
    "area": "com.sun.star.chart.AreaDiagram",
}
# 1/100 mm: a chart of 16 by 9 cm, half a centimetre beside the data.
_WIDTH, _HEIGHT, _GAP = 16_000, 9_000, 500


@tool("CalcTools")
def create_chart(
    book: Book,
    *,
    chart_type: arg(Choice(*_DIAGRAMS), "'bar' is horizontal, 'column' vertical."),
    data_range: arg(
        Text(),
        "The data with its headers, such as 'A1:B10', or several ranges: 'A1:A10,C1:C10'. Texts in the first row name "
        "the series, texts in the first column the categories; a scatter chart takes x from the first column.",
    ),
    title: arg(Text(longest=500), "Title above the chart.") = None,
    x_axis_title: arg(Text(longest=500), "Title of the x axis (categories); not for pie charts.") = None,
    y_axis_title: arg(Text(longest=500), "Title of the y axis (values); not for pie charts.") = None,
) -> str:
    """Makes a chart on the active sheet, beside the data."""
    if chart_type == "pie":
        for name, text in (("x_axis_title", x_axis_title), ("y_axis_title", y_axis_title)):
            if text is not None:
                raise bad_argument(name, text, "none for a pie chart, which has no axes")
    areas = []
    for part in _parts(data_range):
        named = book.find_area("data_range", part)
        area = clip(named)
        if area is None:
            raise refused(f"{named.name} is empty.", "Give a range that holds data.")
        areas.append(area)
    require_unprotected(book.sheet)
    charts = book.sheet.getCharts()
    name = _free_name(charts.getElementNames())
    addresses = tuple(area.cells.getRangeAddress() for area in areas)
    column_headers, row_headers = _headers(areas, chart_type)
    charts.addNewByName(name, _place(book, areas), addresses, column_headers, row_headers)
    chart = charts.getByName(name).getEmbeddedObject()
    _shape(chart, chart_type)
    if title is not None:
        chart.HasMainTitle = True
        chart.Title.String = title
    diagram = chart.getDiagram()
    if x_axis_title is not None:
        diagram.HasXAxisTitle = True
        diagram.XAxisTitle.String = x_axis_title
    if y_axis_title is not None:
        diagram.HasYAxisTitle = True
        diagram.YAxisTitle.String = y_axis_title
    shown = ", ".join(area.name for area in areas)
    return f"Made the {chart_type} chart {name!r} of {shown} on sheet {book.sheet.getName()!r}."


def _parts(text: str) -> list[str]:
    """The ranges of a list, which commas or semicolons part outside quoted sheet names."""
    parts = [part.strip() for part in re.split(r"[,;](?=(?:[^']*'[^']*')*[^']*$)", text)]
    if not all(parts):
        raise bad_argument("data_range", text, "ranges parted by single commas")
    return parts


def _headers(areas: list[Area], chart_type: str) -> tuple[bool, bool]:
    """Whether the first row names series, and whether the first column names categories."""
    first = areas[0].cells.getDataArray()
    if len(areas) == 1:
        top = [value for value in first[0][1:] or first[0]]
        in_row = len(first) > 1 and any(isinstance(value, str) and value for value in top)
        side = [row[0] for row in first[1:] or first]
        in_column = len(first[0]) > 1 and (any(isinstance(value, str) and value for value in side))
        if chart_type == "scatter":
            in_column = len(first[0]) > 1
        return in_row, in_column
    second = areas[1].cells.getDataArray()
    in_row = len(second) > 1 and isinstance(second[0][0], str) and second[0][0] != ""
    side = [row[0] for row in first[1:] or first]
    return in_row, chart_type == "scatter" or any(isinstance(value, str) and value for value in side)


def _place(book: Book, areas: list[Area]):
    """Right of everything on the sheet, level with the data; below a chart that is there already."""
    used = used_area(book.sheet)
    right = 0
    if used is not None:
        right = book.sheet.getCellByPosition(used.right + 1, 0).Position.X + _GAP
    count = book.sheet.getCharts().getCount()
    return struct(
        "com.sun.star.awt.Rectangle", X=right, Y=_GAP + count * (_HEIGHT + _GAP), Width=_WIDTH, Height=_HEIGHT
    )


def _free_name(taken: tuple[str, ...]) -> str:
    return next(f"Chart {n}" for n in range(1, len(taken) + 2) if f"Chart {n}" not in taken)


def _shape(chart, chart_type: str) -> None:
    chart.setDiagram(chart.createInstance(_DIAGRAMS[chart_type]))
    if chart_type in ("bar", "column"):
        chart.getDiagram().Vertical = chart_type == "bar"


@tool("CalcTools")
def set_chart_legend_position(
    book: Book,
    *,
    position: arg(Choice("top", "bottom", "left", "right", "none"), "Where the legend stands; 'none' hides it."),
) -> str:
    """Places the legend of the active sheet's first chart."""
    charts = book.sheet.getCharts()
    if charts.getCount() == 0:
        raise refused(f"The sheet {book.sheet.getName()!r} has no chart.", "Make one first, or switch to its sheet.")
    require_unprotected(book.sheet)
    chart = charts.getByIndex(0).getEmbeddedObject()
    chart.HasLegend = position != "none"
    if position != "none":
        chart.getLegend().Alignment = enum("com.sun.star.chart.ChartLegendPosition", position.upper())
    book.model.setModified(True)
    where = "Hid the legend" if position == "none" else f"Moved the legend to the {position}"
    return f"{where} of chart {charts.getByIndex(0).getName()!r}."
