"""Reads fields of a JSON object with the type, range and default the contract gives them."""

from .errors import invalid

_MISSING = object()


class Fields:
    """A checked view of one JSON object; every refusal names the field."""

    def __init__(self, body: object, where: str):
        if not isinstance(body, dict):
            raise invalid(f"{where} must be a JSON object", "Send an object with Content-Type application/json")
        self._body = body
        self._where = where

    def _get(self, name: str, default: object) -> object:
        value = self._body.get(name, default)
        if value is _MISSING:
            raise invalid(f"{self._where}: '{name}' is missing", f"Add '{name}'")
        return value

    def integer(self, name: str, low: int, high: int, default: object = _MISSING) -> int:
        value = self._get(name, default)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise invalid(f"{self._where}: '{name}' must be a whole number from {low} to {high}, not {value!r}")
        return value

    def text(self, name: str, default: object = _MISSING, *, empty: bool = False) -> str:
        value = self._get(name, default)
        if not isinstance(value, str) or (not value and not empty):
            raise invalid(f"{self._where}: '{name}' must be a text, not {value!r}")
        return value

    def maybe_text(self, name: str) -> str | None:
        value = self._body.get(name)
        if value is not None and not isinstance(value, str):
            raise invalid(f"{self._where}: '{name}' must be a text, not {value!r}")
        return value

    def flag(self, name: str, default: object = _MISSING) -> bool:
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise invalid(f"{self._where}: '{name}' must be true or false, not {value!r}")
        return value

    def choice(self, name: str, options: tuple[str, ...], default: object = _MISSING) -> str:
        value = self._get(name, default)
        if value not in options:
            raise invalid(f"{self._where}: '{name}' must be one of {', '.join(options)}, not {value!r}")
        return str(value)

    def texts(self, name: str, most: int) -> list[str]:
        value = self._get(name, _MISSING)
        if not isinstance(value, list) or not 1 <= len(value) <= most or not all(
                isinstance(item, str) for item in value):
            raise invalid(f"{self._where}: '{name}' must be a list of 1 to {most} texts")
        return value

    def table(self, name: str) -> dict:
        value = self._get(name, _MISSING)
        if not isinstance(value, dict):
            raise invalid(f"{self._where}: '{name}' must be an object, not {value!r}")
        return value

    def raw(self, name: str) -> object:
        return self._get(name, _MISSING)
