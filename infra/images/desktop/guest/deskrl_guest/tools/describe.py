"""Prints the tools of a class in OpenAI's function-tool form: `python3 -m deskrl_guest.tools.describe CalcTools`.

The registry that the project ships (packages/protocol/src/tools/*.json) is this output. It needs no office.
"""

import json
import sys

from . import TOOLS
from .registry import describe

if __name__ == "__main__":
    tools = TOOLS[sys.argv[1]].values()
    print(json.dumps([describe(tool) for tool in tools], ensure_ascii=False, indent=2))
