"""Joins a viewer's connection to the X server's VNC socket and copies bytes both ways."""

import socket
import threading

from .config import RFB_SOCKET
from .errors import GuestError

CHUNK = 1 << 16


def connect_rfb() -> socket.socket:
    """A connection to the VNC side of the X server. Raises GuestError `guest_error`."""
    upstream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        upstream.connect(RFB_SOCKET)
    except OSError as error:
        upstream.close()
        raise GuestError("guest_error", f"the VNC server does not answer: {error}") from error
    return upstream


def relay(client: socket.socket, upstream: socket.socket) -> None:
    """Copies until either side closes; then closes both, so that no viewer keeps a dead picture."""
    client.settimeout(None)
    other = threading.Thread(target=_copy, args=(client, upstream), daemon=True)
    other.start()
    _copy(upstream, client)
    other.join()
    upstream.close()


def _copy(source: socket.socket, target: socket.socket) -> None:
    buffer = bytearray(CHUNK)
    view = memoryview(buffer)
    try:
        while count := source.recv_into(buffer):
            target.sendall(view[:count])
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
