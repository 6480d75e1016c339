"""What the commands have in common."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
else:
    Subparsers = object


def port_number(text: str) -> int:
    """Read the number of a port."""
    number = int(text)
    if not 0 < number < 65_536:
        raise argparse.ArgumentTypeError("there is no such port")
    return number
