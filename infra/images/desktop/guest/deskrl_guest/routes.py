"""The routes of the contract; each reads its input, makes one call and answers."""

import io
import time

from PIL import Image

from . import actions, clipboard, files, requests, rfb
from .errors import GuestError, invalid
from .execute import execute
from .fields import Fields
from .guest import Guest
from .health import Health
from .http_server import FILE_LIMIT, Request
from .observation import observe
from .once import Once
from .png import encode_png
from .windows import WindowInfo

_POLL_S = 0.05


class Routes:
    def __init__(self, guest: Guest):
        self._guest = guest
        self._health = Health(guest)
        self._actions = Once()
        self._executions = Once()

    def table(self) -> dict:
        return {
            "/health": {"GET": lambda request: request.send_json(self._health.report())},
            "/screenshot": {"GET": self.screenshot},
            "/observation": {"GET": self.observation},
            "/actions": {"POST": self.act},
            "/execute": {"POST": self.execute},
            "/files": {"GET": self.read_file, "PUT": self.write_file, "DELETE": self.remove_file},
            "/files/list": {"GET": self.list_files},
            "/clipboard": {"GET": self.read_clipboard, "PUT": self.write_clipboard},
            "/open": {"POST": self.open},
            "/windows/activate": {"POST": self.activate},
            "/windows/close": {"POST": self.close},
            "/documents/save": {"POST": self.save},
            "/rfb": {"GET": self.rfb},
        }

    def screenshot(self, request: Request) -> None:
        self._guest.require_display()
        form = request.query.get("format", "png")
        if form not in ("png", "jpeg"):
            raise invalid(f"the query's format is '{form}'", "Give png or jpeg")
        width = request.number("width", self._guest.config.width, 16, self._guest.config.width)
        quality = request.number("quality", 80, 1, 95)
        picture = self._guest.screen.capture()
        screen = picture.size
        if width != picture.width:
            size = (width, max(1, round(picture.height * width / picture.width)))
            picture = picture.resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
        headers = {"x-deskrl-screen": f"{screen[0]}x{screen[1]}",
                   "x-deskrl-image": f"{picture.width}x{picture.height}"}
        if form == "png":
            request.send_bytes(encode_png(picture), "image/png", headers=headers)
        else:
            buffer = io.BytesIO()
            picture.save(buffer, "JPEG", quality=quality)
            request.send_bytes(buffer.getvalue(), "image/jpeg", headers=headers)

    def observation(self, request: Request) -> None:
        request.send_json(observe(self._guest, accessibility=request.flag("accessibility", True),
                                  maximum=request.number("max", 300, 1, 5_000)))

    def act(self, request: Request) -> None:
        action = requests.parse_action(request.json())
        request.send_json(self._actions.run(action, lambda: actions.act(self._guest, action)))

    def execute(self, request: Request) -> None:
        call = requests.parse_execute(request.json())
        request.send_json(self._executions.run(call, lambda: execute(call)))

    def read_file(self, request: Request) -> None:
        file, size = files.open_for_read(files.checked(request.query.get("path")))
        with file:
            request.send_stream(file, size)

    def write_file(self, request: Request) -> None:
        path = files.checked(request.query.get("path"))
        if request.length > FILE_LIMIT:
            raise invalid(f"the file has {request.length} bytes, more than {FILE_LIMIT}")
        files.write_file(path, request, request.length)
        request.send_json({"path": path, "bytes": request.length})

    def remove_file(self, request: Request) -> None:
        path = files.checked(request.query.get("path"))
        files.remove(path)
        request.send_json({"path": path})

    def list_files(self, request: Request) -> None:
        path = files.checked(request.query.get("path"))
        request.send_json(files.list_folder(path, request.flag("recursive", False)))

    def read_clipboard(self, request: Request) -> None:
        self._guest.require_display()
        request.send_json({"text": clipboard.read_clipboard()})

    def write_clipboard(self, request: Request) -> None:
        self._guest.require_display()
        text = Fields(request.json(), "clipboard").text("text", empty=True)
        clipboard.write_clipboard(text)
        request.send_json({"text": text})

    def open(self, request: Request) -> None:
        self._guest.require_display()
        target = requests.parse_open(request.json())
        deadline = time.monotonic() + target["timeoutMs"] / 1000
        if target["path"]:
            window = self._guest.apps.open_path(target["path"], deadline)
        else:
            window = self._guest.apps.open_app(target["app"], deadline)
        request.send_json({"windowId": window.id, "title": window.title, "app": window.app})

    def activate(self, request: Request) -> None:
        window, deadline = self._match(request)
        self._guest.windows.activate(window.xid, deadline)
        request.send_json({"windowId": window.id})

    def close(self, request: Request) -> None:
        window, deadline = self._match(request)
        self._guest.windows.close(window.xid, deadline)
        request.send_json({"windowId": window.id})

    def _match(self, request: Request) -> tuple[WindowInfo, float]:
        """The window that matches, waiting for it to appear until the deadline."""
        self._guest.require_display()
        match = requests.parse_match(request.json())
        deadline = time.monotonic() + match["timeoutMs"] / 1000
        while True:
            window = self._guest.windows.find(match["title"], strict=match["strict"], by_class=match["byClass"])
            if window:
                return window, deadline
            if time.monotonic() > deadline:
                raise GuestError("not_found", f"there is no window '{match['title']}'", self._guest.windows.known())
            time.sleep(_POLL_S)

    def save(self, request: Request) -> None:
        body = request.json()
        timeout_ms = requests.timeout_ms(Fields({} if body is None else body, "save"))
        request.send_json({"saved": self._guest.tools.call("save_documents", timeout_ms / 1000)})

    def rfb(self, request: Request) -> None:
        if request.headers.get("Upgrade", "").lower() != "rfb":
            raise invalid("/rfb is a stream", "Send 'Connection: Upgrade' and 'Upgrade: rfb'")
        self._guest.require_display()
        upstream = rfb.connect_rfb()
        rfb.relay(request.upgrade("rfb"), upstream)
