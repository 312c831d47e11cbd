"""HTTP/1.1 with keep-alive and one thread per connection; checks the token before anything is read."""

import hmac
import json
import socket
import sys
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from .errors import GuestError, invalid

JSON_LIMIT = 8 << 20
FILE_LIMIT = 1 << 30
IDLE_S = 600


class Request(BaseHTTPRequestHandler):
    """One connection. Routes get it as their only argument and answer with the `send_` methods."""

    protocol_version = "HTTP/1.1"
    server_version = "deskrl-guest"
    sys_version = ""
    timeout = IDLE_S
    # Head and body leave in one segment; without this Nagle's delay shows in every small answer.
    disable_nagle_algorithm = True
    wbufsize = 1 << 16
    server: "GuestServer"

    def handle_any(self) -> None:
        self._length = 0
        self._unread = 0
        try:
            self._check_token()
            self._read_length()
            parts = urlsplit(self.path)
            self.query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
            self.server.route(self.command, parts.path)(self)
            self._drop_rest()
        except GuestError as error:
            self._send_error(error)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            self.close_connection = True
        except Exception:  # noqa: BLE001 - the border: a bug is answered, and its text stays in the log
            traceback.print_exc(file=sys.stdout)
            self._send_error(GuestError("internal", "the guest server failed; its log has the details"))

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_OPTIONS = handle_any

    def _check_token(self) -> None:
        given = self.headers.get("Authorization", "")
        expected = f"Bearer {self.server.token}"
        if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), expected.encode()):
            raise GuestError("unauthenticated", "the token is missing or wrong",
                             "Send the desktop's token as 'Authorization: Bearer ...'")

    def _read_length(self) -> None:
        if self.headers.get("Transfer-Encoding"):
            self.close_connection = True
            raise invalid("chunked bodies are not taken", "Send Content-Length")
        text = self.headers.get("Content-Length", "0")
        if not text.isdigit():
            self.close_connection = True
            raise invalid(f"Content-Length is '{text}'", "Send the body's size in bytes")
        self._length = self._unread = int(text)

    @property
    def length(self) -> int:
        return self._length

    def read(self, count: int) -> bytes:
        data = self.rfile.read(min(count, self._unread))
        self._unread -= len(data)
        return data

    def json(self) -> object:
        """The body as JSON. Raises GuestError `invalid_input`."""
        if self._length > JSON_LIMIT:
            raise invalid(f"the body has {self._length} bytes, more than {JSON_LIMIT}", "Upload large data as a file")
        try:
            return json.loads(self.read(self._length) or b"null")
        except ValueError as error:
            raise invalid(f"the body is not JSON: {error}", "Send a JSON object") from error

    def flag(self, name: str, default: bool) -> bool:
        value = self.query.get(name, "1" if default else "0")
        if value not in ("0", "1", "false", "true"):
            raise invalid(f"the query's {name} is '{value}'", "Give 0 or 1")
        return value in ("1", "true")

    def number(self, name: str, default: int, low: int, high: int) -> int:
        value = self.query.get(name, str(default))
        if not value.isdigit() or not low <= int(value) <= high:
            raise invalid(f"the query's {name} is '{value}'", f"Give a whole number from {low} to {high}")
        return int(value)

    def send_json(self, body: object, status: int = 200) -> None:
        self.send_bytes(json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass"),
                        "application/json; charset=utf-8", status=status)

    def send_bytes(self, data: bytes, kind: str, *, headers: dict[str, str] | None = None, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)
        self.wfile.flush()

    def send_stream(self, file, size: int) -> None:
        """An open file of a known size, sent by the kernel."""
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.flush()
        # An empty file has no bytes to send, and sendfile refuses a count of 0 after the head is gone.
        if size and self.connection.sendfile(file, 0, size) != size:
            # It shrank meanwhile: ending the connection is the only way left to say so.
            self.close_connection = True

    def upgrade(self, protocol: str) -> socket.socket:
        """Answers 101 and hands the connection over; this handler sends nothing more."""
        self.send_response(101)
        self.send_header("Upgrade", protocol)
        self.send_header("Connection", "Upgrade")
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        return self.connection

    def _drop_rest(self) -> None:
        """A body no route wanted would be taken for the next request."""
        if 0 < self._unread <= 1 << 16:
            self.read(self._unread)
        elif self._unread:
            self.close_connection = True

    def _send_error(self, error: GuestError) -> None:
        try:
            self._drop_rest()
            self.close_connection = self.close_connection or error.code == "unauthenticated"
            self.send_json({"error": error.body()}, error.status)
        except OSError:
            self.close_connection = True

    def send_error(self, code, message=None, explain=None) -> None:  # noqa: ARG002 - the base class's own refusals
        self.close_connection = True
        self.send_json({"error": {"code": "invalid_input", "message": message or "the request is not HTTP"}}, code)

    def log_message(self, *_arguments) -> None:
        """Requests are not logged: a hundred desktops that answer every second would fill the engine's log."""


class GuestServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, token: str, routes: dict):
        self.token = token
        self._routes = routes
        super().__init__(("", port), Request)

    def route(self, method: str, path: str):
        methods = self._routes.get(path)
        if methods is None:
            raise GuestError("not_found", f"there is no route {path}", f"Routes: {', '.join(sorted(self._routes))}")
        if method not in methods:
            raise invalid(f"{path} takes no {method}", f"Use {' or '.join(methods)}")
        return methods[method]
