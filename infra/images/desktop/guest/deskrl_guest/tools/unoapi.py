"""UNO's structs, enums and file addresses. Imports `uno` only when one is needed: describing the tools needs none."""

from contextlib import contextmanager

from ..errors import GuestError
from .errors import refused


def struct(name: str, **fields):
    """A UNO struct such as `com.sun.star.awt.Rectangle` with those fields."""
    import uno

    made = uno.createUnoStruct(name)
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def enum(name: str, value: str):
    import uno

    return uno.Enum(name, value)


def properties(**values) -> tuple:
    """A tuple of `PropertyValue`s, as media descriptors and filters take them."""
    return tuple(struct("com.sun.star.beans.PropertyValue", Name=name, Value=value) for name, value in values.items())


def filter_data(**values):
    """The `FilterData` of an export: a typed sequence, since a plain tuple arrives as a sequence of any."""
    import uno

    return uno.Any("[]com.sun.star.beans.PropertyValue", properties(**values))


def service(name: str):
    """A service of the running office."""
    from .. import office

    return office.service(name)


def file_url(path: str) -> str:
    import uno

    return uno.systemPathToFileUrl(path)


def file_path(url: str) -> str:
    """The path of a `file:` address; empty for any other."""
    import uno

    return uno.fileUrlToSystemPath(url) if url.startswith("file:") else ""


@contextmanager
def application_errors(name: str):
    """Turns what the office throws into `action_failed`; a lost connection, which is no answer, into `guest_error`."""
    import uno  # noqa: F401 - makes the exception classes importable
    from com.sun.star.lang import DisposedException
    from com.sun.star.uno import Exception as UnoException

    try:
        yield
    except DisposedException as error:
        raise GuestError(
            "guest_error", f"LibreOffice or its document went away during {name}", "Open the document again"
        ) from error
    except UnoException as error:
        said = " ".join(str(error.Message).split())[:300] or type(error).__name__.rpartition(".")[2]
        raise refused(f"LibreOffice refused {name}: {said}", "Look at the document and try another way.") from error
