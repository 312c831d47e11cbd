"""The connection to the running LibreOffice over UNO. Imported in the runner only, never in the server."""

import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

from .config import OFFICE_PIPE
from .errors import timed_out

_URL = f"uno:pipe,name={OFFICE_PIPE};urp;StarOffice.ComponentContext"
_RETRY_S = 0.05
_cached: list = []


def connect(timeout_s: float = 15.0):
    """The desktop (com.sun.star.frame.Desktop) of the running office; reconnects when it was started anew.

    Raises GuestError `guest_timeout` when no office answers in time.
    """
    if _cached:
        try:
            _cached[0].getCurrentFrame()
            return _cached[0]
        except (DisposedException, NoConnectException):
            _cached.clear()
    deadline = time.monotonic() + timeout_s
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    while True:
        try:
            context = resolver.resolve(_URL)
            desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
            _cached[:] = [desktop, context]
            return desktop
        except (NoConnectException, DisposedException):
            if time.monotonic() > deadline:
                raise timed_out(f"LibreOffice did not answer within {timeout_s:.0f} s",
                                "It is being started again; try once more in a few seconds") from None
            time.sleep(_RETRY_S)


def context(timeout_s: float = 15.0):
    """The component context of the running office, to create services with."""
    connect(timeout_s)
    return _cached[1]


def service(name: str, timeout_s: float = 15.0):
    """A service of the running office by its name, such as `com.sun.star.frame.DispatchHelper`."""
    remote = context(timeout_s)
    return remote.ServiceManager.createInstanceWithContext(name, remote)


def properties(**values) -> tuple:
    """Named values in the form UNO takes them."""
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())
