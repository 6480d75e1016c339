"""JSON texts read strictly: no NaN, nothing too deep, and a word on what is wrong."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from sphinx_sitejson.common.json_documents.exact_json import decimal_number, parse_integer
from sphinx_sitejson.common.nesting import DEEPEST_LEVEL, deep_json_parts, is_deeper_than


class NoJsonError(ValueError):
    """A text that is not JSON; the message says why."""


def read_json_text(text: str) -> Any:
    """Return what a JSON text stands for; numbers keep their digits."""
    try:
        value = json.loads(
            text, parse_int=parse_integer, parse_float=decimal_number, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        # How deep Python reads depends on a limit that other programs may have raised.
        if next(deep_json_parts(text, DEEPEST_LEVEL), None):
            raise NoJsonError("It is nested too deeply.") from None
        where = f"line {error.lineno}, column {error.colno}"
        raise NoJsonError(f"It is not valid JSON: {error.msg} ({where}).") from None
    except RecursionError:
        raise NoJsonError("It is nested too deeply.") from None
    if is_deeper_than(value, DEEPEST_LEVEL):
        raise NoJsonError("It is nested too deeply.")
    return value


def _refuse(constant: str) -> NoReturn:
    raise NoJsonError(f"It is not valid JSON: {constant} is no value of JSON.")
