"""The tools, built from the functions that carry them out: one Python function per application API.

A tool is a function whose first parameter is the open document and whose further parameters are keyword-only, each
annotated with `arg(kind, text)`. Names, defaults and which arguments are optional come from its signature, so what is
offered (`describe`) and what is accepted (`read_arguments`) cannot differ.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from .errors import ToolError
from .kinds import Kind

REQUIRED = inspect.Parameter.empty


@dataclass(frozen=True)
class Argument:
    kind: Kind
    text: str


@dataclass(frozen=True)
class Tool:
    class_name: str
    method: str
    run: Callable
    arguments: dict[str, tuple[Argument, object]]
    edits: bool
    text: str


TOOLS: dict[str, dict[str, Tool]] = {"CalcTools": {}, "WriterTools": {}}


def arg(kind: Kind, text: str) -> Argument:
    """Describes one argument of a tool."""
    return Argument(kind, text)


def tool(class_name: str, *, edits: bool = True) -> Callable:
    """Registers a function as `class_name.<its name>`. `edits=False`: it leaves the document as it is."""

    def register(run: Callable) -> Callable:
        parameters = list(inspect.signature(run).parameters.values())[1:]
        arguments = {parameter.name: (parameter.annotation, parameter.default) for parameter in parameters}
        text = " ".join(inspect.getdoc(run).split())
        TOOLS[class_name][run.__name__] = Tool(class_name, run.__name__, run, arguments, edits, text)
        return run

    return register


def find_tool(class_name: str, method: str) -> Tool:
    """The tool of that name. Raises `tool_arguments_invalid` that names those there are."""
    methods = TOOLS.get(class_name)
    if methods is None:
        raise ToolError(
            "tool_arguments_invalid", f"There is no tool class {class_name!r}.", f"Use one of {', '.join(TOOLS)}."
        )
    if method not in methods:
        raise ToolError(
            "tool_arguments_invalid", f"{class_name} has no method {method!r}.", f"Use one of {', '.join(methods)}."
        )
    return methods[method]


def read_arguments(tool: Tool, args: object) -> dict:
    """The checked arguments, defaults filled in. Raises `tool_arguments_invalid` for the first that is wrong."""
    name = f"{tool.class_name}.{tool.method}"
    takes = ", ".join(tool.arguments) or "no arguments"
    if not isinstance(args, dict):
        raise ToolError("tool_arguments_invalid", f"The arguments of {name} are not an object.", f"It takes {takes}.")
    for given in args:
        if given not in tool.arguments:
            raise ToolError("tool_arguments_invalid", f"{name} has no argument {given!r}.", f"It takes {takes}.")
    checked = {}
    for key, (argument, default) in tool.arguments.items():
        absent = key not in args or (args[key] is None and default is not REQUIRED)
        if absent:
            if default is REQUIRED:
                raise ToolError(
                    "tool_arguments_invalid", f"{name} needs the argument {key!r}.", f"Give {key}: {argument.text}"
                )
            checked[key] = default if default is None else argument.kind.read(key, default)
        else:
            checked[key] = argument.kind.read(key, args[key])
    return checked


def describe(tool: Tool) -> dict:
    """The tool in OpenAI's function-tool form."""
    properties = {}
    for key, (argument, default) in tool.arguments.items():
        schema = {**argument.kind.schema(), "description": argument.text}
        properties[key] = schema if default in (REQUIRED, None) else {**schema, "default": default}
    return {
        "type": "function",
        "function": {
            "name": f"{tool.class_name}.{tool.method}",
            "description": tool.text,
            "parameters": {
                "type": "object",
                "properties": properties,
                "required": [key for key, (_, default) in tool.arguments.items() if default is REQUIRED],
                "additionalProperties": False,
            },
        },
    }
