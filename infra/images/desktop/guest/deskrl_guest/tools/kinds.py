"""Kinds of tool arguments: each checks a received value and describes itself as JSON schema."""

import math

from .colors import parse_color
from .errors import bad_argument


class Kind:
    """A kind of value. `read` gives back the checked value or raises `tool_arguments_invalid`."""

    def schema(self) -> dict:
        raise NotImplementedError

    def read(self, name: str, value: object):
        raise NotImplementedError


class Text(Kind):
    def __init__(self, *, empty: bool = False, longest: int = 100_000):
        self.empty = empty
        self.longest = longest

    def schema(self) -> dict:
        return {"type": "string"} if self.empty else {"type": "string", "minLength": 1}

    def read(self, name, value):
        if not isinstance(value, str):
            raise bad_argument(name, value, "a string")
        if not value and not self.empty:
            raise bad_argument(name, value, "a string that is not empty")
        if len(value) > self.longest:
            raise bad_argument(name, value, f"at most {self.longest:,} characters; it has {len(value):,}")
        if "\0" in value:
            raise bad_argument(name, value, "a string without NUL characters")
        return value


class Choice(Kind):
    def __init__(self, *options: str):
        self.options = options

    def schema(self) -> dict:
        return {"type": "string", "enum": list(self.options)}

    def read(self, name, value):
        if value not in self.options:
            raise bad_argument(name, value, "one of " + ", ".join(repr(option) for option in self.options))
        return value


class Flag(Kind):
    def schema(self) -> dict:
        return {"type": "boolean"}

    def read(self, name, value):
        if not isinstance(value, bool):
            raise bad_argument(name, value, "true or false")
        return value


class Number(Kind):
    def __init__(self, low: float, high: float):
        self.low, self.high = low, high

    def schema(self) -> dict:
        return {"type": "number", "minimum": self.low, "maximum": self.high}

    def read(self, name, value):
        allowed = f"a number from {self.low:g} to {self.high:g}"
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise bad_argument(name, value, allowed)
        if not self.low <= value <= self.high:
            raise bad_argument(name, value, allowed)
        return float(value)


class Whole(Kind):
    def __init__(self, low: int, high: int):
        self.low, self.high = low, high

    def schema(self) -> dict:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self, name, value):
        whole = not isinstance(value, bool) and isinstance(value, (int, float)) and value == value // 1
        if not whole or not self.low <= value <= self.high:
            raise bad_argument(name, value, f"a whole number from {self.low} to {self.high}")
        return int(value)


class Scalar(Kind):
    """What a cell can hold: text, a number, true or false; `null` empties it."""

    def schema(self) -> dict:
        return {"type": ["string", "number", "boolean", "null"]}

    def read(self, name, value):
        allowed = "a string of at most 32,767 characters, a finite number, true, false or null"
        if isinstance(value, str):
            if len(value) > 32_767 or "\0" in value:
                raise bad_argument(name, value, allowed)
            return value
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (int, float)) and math.isfinite(value):
            return float(value)
        raise bad_argument(name, value, allowed)


class Color(Kind):
    """Gives back the colour as 0xRRGGBB."""

    def schema(self) -> dict:
        return {"type": ["string", "integer"]}

    def read(self, name, value):
        return parse_color(name, value)


class ListOf(Kind):
    def __init__(self, item: Kind, *, fewest: int = 1, most: int = 10_000, unique: bool = False):
        self.item, self.fewest, self.most, self.unique = item, fewest, most, unique

    def schema(self) -> dict:
        schema = {"type": "array", "items": self.item.schema(), "minItems": self.fewest, "maxItems": self.most}
        return {**schema, "uniqueItems": True} if self.unique else schema

    def read(self, name, value):
        if not isinstance(value, list):
            raise bad_argument(name, value, "a list")
        if not self.fewest <= len(value) <= self.most:
            raise bad_argument(name, value, f"a list of {self.fewest} to {self.most:,} items; it has {len(value):,}")
        items = [self.item.read(f"{name}[{index}]", item) for index, item in enumerate(value)]
        if self.unique and len(set(items)) < len(items):
            raise bad_argument(name, value, "a list in which nothing occurs twice")
        return items
