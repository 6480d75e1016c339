"""What must be true whatever is read: no exception, a place for each message, nothing live."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from gettext import NullTranslations
from typing import Any
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from sphinx.locale import translators

from sphinx_sitejson.common.characters import escape_unprintable
from sphinx_sitejson.common.problems import Problem

MOST_STEPS = 6_000_000
"""Calls of functions that one example may cost: some twenty times what the good ones do."""

LIVE_ELEMENTS = frozenset(
    ("script", "style", "iframe", "object", "embed", "base", "form", "frame", "frameset", "applet")
) | frozenset(("meta", "link"))
ADDRESSES = ("href", "src", "action", "formaction", "data", "poster", "xlink:href", "srcdoc")
GOOD_SCHEMES = frozenset(("", "http", "https", "mailto", "tel"))
RUNNING_SCHEMES = frozenset(("javascript", "vbscript", "data", "blob", "filesystem"))
"""What an author may not write either; programs of a reader's machine have many others."""
_IGNORED_IN_ADDRESSES = re.compile(r"[\x00-\x20]+")


class EndlessError(AssertionError):
    """An example costs more steps than any sensible reader takes."""


@contextmanager
def counted_steps(most: int = MOST_STEPS) -> Iterator[None]:
    """Stop what takes too many steps; unlike seconds these are the same on every machine."""
    left = most

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise EndlessError(f"more than {most} calls and returns")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


@contextmanager
def words_in_english() -> Iterator[None]:
    """Let labels be words at once, as they are while Sphinx builds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(translators, ("general", "sphinx"), NullTranslations())
        yield


def assert_placed(problems: Iterable[Problem], *, needs_line: bool = False) -> None:
    """Check that each problem is one clear line that says where it is."""
    for problem in problems:
        assert problem.location.file, problem
        assert problem.message.strip(), problem
        told = str(problem)
        assert "\n" not in told and escape_unprintable(told) == told, problem
        # What is only counted stands in many places.
        if needs_line and not problem.message.startswith("and "):
            assert problem.location.line or problem.location.key_path, problem


def live_parts(
    html: str, *, allowed: frozenset[str] = frozenset(), is_of_author: bool = False
) -> list[str]:
    """Return what would run, load or send something in a fragment of HTML.

    :param is_of_author: whether links may have any scheme that runs nothing.
    """
    found = []
    for element in BeautifulSoup(html, "html.parser").find_all(True):
        name = element.name.lower()
        if name in LIVE_ELEMENTS - allowed:
            found.append(f"<{name}>")
        for attribute, written in element.attrs.items():
            value = " ".join(written) if isinstance(written, list) else str(written)
            if attribute.lower().startswith("on"):
                found.append(f"{name} {attribute}")
            if attribute.lower() in ADDRESSES and not _is_good(value, is_of_author):
                found.append(f"{name} {attribute}={value[:60]}")
    return found


def _is_good(address: str, is_of_author: bool) -> bool:
    plain = _IGNORED_IN_ADDRESSES.sub("", address)
    try:
        scheme = urlsplit(plain).scheme.lower()
    except ValueError:
        return True
    return scheme not in RUNNING_SCHEMES if is_of_author else scheme in GOOD_SCHEMES


def texts_called(name: str, view: Any) -> Iterator[str]:
    """Yield the texts of all fields of this name in a view, however deep."""
    waiting = [view]
    while waiting:
        present = waiting.pop()
        if isinstance(present, tuple | list):
            waiting.extend(present)
        elif is_dataclass(present):
            for entry in fields(present):
                value = getattr(present, entry.name)
                if entry.name == name and isinstance(value, str):
                    yield value
                else:
                    waiting.append(value)
