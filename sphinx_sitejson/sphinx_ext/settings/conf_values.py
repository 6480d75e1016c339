"""Values of ``conf.py`` of the wrong kind: each is named, and the build goes on without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.characters import code_point, readable_value, unreadable_places
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.common.reports import report

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config

PREFIX = "sitejson_"

CHECKED_ELSEWHERE = frozenset({"sitejson_page_links", "sitejson_javascript_limits"})
"""Lists whose entries are no strings; the feature that uses them validates each."""

NUMBERS = range(1, 100_001)
"""What a number may be; the only one is a size in megabytes."""

LONGEST_NUMBER = 20
"""How many digits of a number are repeated in a message."""

_WORDS = {
    str: "a text",
    bool: "True or False",
    int: f"a whole number from {NUMBERS[0]} to {NUMBERS[-1]:,}",
    list: "a list of strings",
    dict: "a dictionary of strings",
}


def normalize_config_values(app: Sphinx, config: Config) -> None:
    """Convert each value of the extension to its type before it is used."""
    for name, option in sorted(config.values.items()):
        if name.startswith(PREFIX):
            written, types = getattr(config, name), option.valid_types
            assert isinstance(types, frozenset | set)
            value, wrong = normalize_value(
                written, types, option.default, name not in CHECKED_ELSEWHERE
            )
            if wrong or value is not written:
                setattr(config, name, value)
            report(_problem(name, message) for message in wrong)


def normalize_value(
    written: Any, types: Collection[type], default: Any, has_texts: bool = True
) -> tuple[Any, list[str]]:
    """Return a value of one of these types, and the errors of the configured one.

    :param has_texts: whether all that a list holds must be texts.
    """
    if written is default or (default is None and written is None):
        return written, []
    if bool in types and type(written) is int and written in (0, 1):
        return bool(written), []
    if list in types and isinstance(written, set | frozenset):
        # A set has another order in each run of Python.
        written = sorted(written, key=repr)
    if not isinstance(written, tuple(types)) or _is_wrong_number(written, types):
        kept, wrong = _replaced(written, types, default)
    elif has_texts and not isinstance(written, str | int):
        kept, wrong = _only_texts(written)
    else:
        kept, wrong = written, []
    return _readable(kept, wrong)


def _is_wrong_number(written: Any, types: Collection[type]) -> bool:
    # In Python True is a number, too.
    return int in types and (isinstance(written, bool) or written not in NUMBERS)


def _replaced(written: Any, types: Collection[type], default: Any) -> tuple[Any, list[str]]:
    must = f"must be {_kinds(types)}, not {_kind_of(written)};"
    if list in types and isinstance(written, str):
        return [written], [f"{must} it is read as [{quoted(written)}]."]
    return default, [f"{must} it is left out."]


def _only_texts(written: Any) -> tuple[Any, list[str]]:
    """Return a list or a dictionary without what is no text."""
    if isinstance(written, dict):
        kept = {key: each for key, each in written.items() if _is_text(key) and _is_text(each)}
        wrong = [each for key, each in written.items() if key not in kept]
    else:
        kept = type(written)(each for each in written if _is_text(each))
        wrong = [each for each in written if not _is_text(each)]
    return (kept if wrong else written), list(_type_errors(wrong))


def _readable(written: Any, wrong: list[str]) -> tuple[Any, list[str]]:
    """Return a value whose texts any file can have, beside what was wrong before."""
    for _, character in unreadable_places(written):
        told = f"has the character {code_point(character)}, which no page may have; it is replaced."
        return readable_value(written), [*wrong, told]
    return written, wrong


def _type_errors(wrong: list[Any]) -> Iterator[str]:
    for kind in dict.fromkeys(map(_kind_of, wrong)):
        yield f"may contain only strings, not {kind}; other values are left out."


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _kinds(types: Collection[type]) -> str:
    return " or ".join(words for kind, words in _WORDS.items() if kind in types)


def _kind_of(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int) and abs(value) < 10**LONGEST_NUMBER:
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if callable(value):
        return "a function"
    return f"a value of the type {quoted(type(value).__name__)}"


def _problem(name: str, message: str) -> Problem:
    place = Place(file="conf.py", key_path=name)
    return Problem(code=ProblemCode.WRONG_VALUE, message=f"{quoted(name)} {message}", place=place)
