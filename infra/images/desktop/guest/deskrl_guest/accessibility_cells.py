"""The visible cells of a spreadsheet as rows. There are hundreds, so each costs as few calls as can be."""

import time
from collections.abc import Iterator

from gi.repository import Atspi, GLib

_SCREEN = Atspi.CoordType.SCREEN


def visible_cells(table, deadline: float, room: int) -> Iterator[dict]:
    """Rows of the cells on screen, row by row; stops at the deadline. Without room for all, columns at the right go.

    Places are read once for each line and column, names follow from them, and only the text is asked of each cell.
    """
    component, grid = table.get_component_iface(), table.get_table_iface()
    if component is None or grid is None:
        return
    corners = _corners(component, grid)
    if corners is None:
        return
    (top, left), (bottom, right) = corners
    columns = [(c, box, name.rstrip("0123456789")) for c in range(left, right + 1)
               for box, name in [_place(grid, top, c)] if box and box.width > 0]
    columns = columns[:max(1, room // (bottom + 1 - top))]
    for line in range(top, bottom + 1):
        box, _name = _place(grid, line, left)
        if box is None or box.height <= 0:
            continue
        for column, span, letters in columns:
            if time.monotonic() > deadline:
                return
            yield {"role": "table-cell", "name": f"{letters}{line + 1}", "text": _text(grid, line, column),
                   "x": span.x + span.width // 2, "y": box.y + box.height // 2,
                   "width": span.width, "height": box.height}


def _corners(component, grid) -> list[tuple[int, int]] | None:
    box = component.get_extents(_SCREEN)
    corners = []
    for x, y in ((box.x + 2, box.y + 2), (box.x + box.width - 3, box.y + box.height - 3)):
        cell = component.get_accessible_at_point(x, y, _SCREEN)
        if cell is None:
            return None
        index = cell.get_index_in_parent()
        corners.append((grid.get_row_at_index(index), grid.get_column_at_index(index)))
    return corners


def _place(grid, line: int, column: int):
    try:
        cell = grid.get_accessible_at(line, column)
        return Atspi.Component.get_extents(cell, _SCREEN), cell.get_name()
    except (GLib.Error, TypeError):
        return None, ""


def _text(grid, line: int, column: int) -> str:
    try:
        return Atspi.Text.get_text(grid.get_accessible_at(line, column), 0, -1)
    except (GLib.Error, TypeError):
        return ""
