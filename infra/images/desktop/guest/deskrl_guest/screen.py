"""Reads the screen's pixels through shared memory, with the pointer drawn in."""

import ctypes
import hashlib
import threading
import time
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_int, c_short, c_uint, c_ulong, c_ushort, c_void_p

from PIL import Image

from .errors import GuestError

STILL_S = 0.15
_ZPIXMAP = 2
_ALL_PLANES = c_ulong(0xFFFFFFFFFFFFFFFF)
_IPC_CREAT_PRIVATE = 0o1600
_IPC_RMID = 0


class _XImage(Structure):
    _fields_ = [("width", c_int), ("height", c_int), ("xoffset", c_int), ("format", c_int), ("data", c_void_p),
                ("byte_order", c_int), ("bitmap_unit", c_int), ("bitmap_bit_order", c_int), ("bitmap_pad", c_int),
                ("depth", c_int), ("bytes_per_line", c_int), ("bits_per_pixel", c_int)]


class _ShmInfo(Structure):
    _fields_ = [("shmseg", c_ulong), ("shmid", c_int), ("shmaddr", c_void_p), ("readOnly", c_int)]


class _CursorImage(Structure):
    _fields_ = [("x", c_short), ("y", c_short), ("width", c_ushort), ("height", c_ushort), ("xhot", c_ushort),
                ("yhot", c_ushort), ("cursor_serial", c_ulong), ("pixels", POINTER(c_ulong)), ("atom", c_ulong),
                ("name", c_char_p)]


_ERROR_HANDLER = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)


@_ERROR_HANDLER
def _ignore_error(_display, _event):
    # Xlib's default handler ends the process. A failed request shows as a null result, which is checked.
    return 0


class Screen:
    """One connection to the display; calls are serialised by a lock."""

    def __init__(self, display: str):
        self._lock = threading.Lock()
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._xext = ctypes.CDLL("libXext.so.6")
        self._xfixes = ctypes.CDLL("libXfixes.so.3")
        self._libc = ctypes.CDLL(None)
        self._declare()
        self._x11.XSetErrorHandler(_ignore_error)
        self._display = self._x11.XOpenDisplay(display.encode())
        if not self._display:
            raise GuestError("guest_error", f"the display {display} does not answer")
        number = self._x11.XDefaultScreen(self._display)
        self._root = self._x11.XRootWindow(self._display, number)
        self.width = self._x11.XDisplayWidth(self._display, number)
        self.height = self._x11.XDisplayHeight(self._display, number)
        self._attach(number)

    def _declare(self) -> None:
        for library, name, result, arguments in (
            (self._x11, "XOpenDisplay", c_void_p, [c_char_p]),
            (self._x11, "XDefaultScreen", c_int, [c_void_p]),
            (self._x11, "XRootWindow", c_ulong, [c_void_p, c_int]),
            (self._x11, "XDisplayWidth", c_int, [c_void_p, c_int]),
            (self._x11, "XDisplayHeight", c_int, [c_void_p, c_int]),
            (self._x11, "XDefaultVisual", c_void_p, [c_void_p, c_int]),
            (self._x11, "XDefaultDepth", c_int, [c_void_p, c_int]),
            (self._x11, "XSync", c_int, [c_void_p, c_int]),
            (self._x11, "XFree", c_int, [c_void_p]),
            (self._xext, "XShmCreateImage", POINTER(_XImage),
             [c_void_p, c_void_p, c_uint, c_int, c_void_p, POINTER(_ShmInfo), c_uint, c_uint]),
            (self._xext, "XShmAttach", c_int, [c_void_p, POINTER(_ShmInfo)]),
            (self._xext, "XShmGetImage", c_int, [c_void_p, c_ulong, POINTER(_XImage), c_int, c_int, c_ulong]),
            (self._xfixes, "XFixesGetCursorImage", POINTER(_CursorImage), [c_void_p]),
            (self._libc, "shmget", c_int, [c_int, ctypes.c_size_t, c_int]),
            (self._libc, "shmat", c_void_p, [c_int, c_void_p, c_int]),
            (self._libc, "shmctl", c_int, [c_int, c_int, c_void_p]),
        ):
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments

    def _attach(self, number: int) -> None:
        info = _ShmInfo()
        image = self._xext.XShmCreateImage(
            self._display, self._x11.XDefaultVisual(self._display, number),
            self._x11.XDefaultDepth(self._display, number), _ZPIXMAP, None, byref(info), self.width, self.height)
        if not image or image.contents.bits_per_pixel != 32:
            raise GuestError("guest_error", "the display offers no 32-bit shared-memory pictures")
        size = image.contents.bytes_per_line * self.height
        info.shmid = self._libc.shmget(0, size, _IPC_CREAT_PRIVATE)
        if info.shmid < 0:
            raise GuestError("guest_error", "no shared memory for the screen", "Raise the container's shm limits")
        info.shmaddr = image.contents.data = self._libc.shmat(info.shmid, None, 0)
        self._xext.XShmAttach(self._display, byref(info))
        self._x11.XSync(self._display, 0)
        # Marked for removal at once: the segment goes when both ends have let go, also after a kill.
        self._libc.shmctl(info.shmid, _IPC_RMID, None)
        self._image, self._info, self._stride = image, info, image.contents.bytes_per_line
        self._pixels = (c_char * size).from_address(info.shmaddr)

    def capture(self, *, pointer: bool = True) -> Image.Image:
        """The whole screen as an RGB picture.

        Raises GuestError `guest_error` when the X server does not give it.
        """
        with self._lock:
            if not self._xext.XShmGetImage(self._display, self._root, self._image, 0, 0, _ALL_PLANES):
                raise GuestError("guest_error", "the X server gave no picture of the screen")
            picture = Image.frombuffer(
                "RGB", (self.width, self.height), self._pixels, "raw", "BGRX", self._stride, 1)
            if pointer:
                self._draw_pointer(picture)
        return picture

    def await_still(self, deadline: float) -> None:
        """Waits until two looks in a row see the same, or the deadline: a new window lays itself out in steps."""
        before = b""
        while True:
            with self._lock:
                self._xext.XShmGetImage(self._display, self._root, self._image, 0, 0, _ALL_PLANES)
                now = hashlib.blake2b(self._pixels, digest_size=16).digest()
            if now == before or time.monotonic() + STILL_S > deadline:
                return
            before = now
            time.sleep(STILL_S)

    def _draw_pointer(self, picture: Image.Image) -> None:
        cursor = self._xfixes.XFixesGetCursorImage(self._display)
        if not cursor:
            return
        shape = cursor.contents
        # Xlib hands out one long per pixel, with the colour in its low half.
        raw = ctypes.string_at(shape.pixels, shape.width * shape.height * 8)
        packed = b"".join(raw[i:i + 4] for i in range(0, len(raw), 8))
        sprite = Image.frombytes("RGBA", (shape.width, shape.height), packed, "raw", "BGRa")
        picture.paste(sprite, (shape.x - shape.xhot, shape.y - shape.yhot), sprite)
        self._x11.XFree(cursor)
