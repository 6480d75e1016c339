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


def positive_number(text: str) -> float:
    """Read a number above zero."""
    number = float(text)
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError("it must be above zero")
    return number
