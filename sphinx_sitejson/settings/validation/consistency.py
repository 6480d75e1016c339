"""Settings that are right each by itself and do not agree with one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Leave, Remove
from sphinx_sitejson.common.problems import JsonPath, ProblemCode, quoted

from .errors import Fault


def disagreements(settings: dict[str, Any]) -> Iterator[Fault]:
    """Find them in checked settings."""
    yield from _background_of_one_mode(settings.get("colors") or {})
    versions = settings.get("versions") or []
    yield from _repeated_entries(versions, ("versions",), "version", _version_name)
    yield from _extra_defaults(versions)
    redirects = settings.get("redirects") or []
    yield from _repeated_entries(redirects, ("redirects",), "redirect source", _redirect_source)


def _background_of_one_mode(colors: dict[str, Any]) -> Iterator[Fault]:
    modes = colors.get("background") or {}
    if len(modes) == 1:
        given, missing = ("light", "dark") if "light" in modes else ("dark", "light")
        yield Fault(
            code=ProblemCode.WRONG_VALUE,
            path=("colors", "background"),
            statement=f'has a color for "{given}" only',
            consequence=f'"{missing}" keeps its default',
            edit=Leave(),
        )


def _repeated_entries(
    entries: list[Any], at: JsonPath, what: str, name_of: Callable[[Any], str]
) -> Iterator[Fault]:
    first_with: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if entry is None:
            continue
        name = name_of(entry)
        if name in first_with:
            yield Fault(
                code=ProblemCode.WRONG_VALUE,
                path=(*at, index),
                statement=f"the {what} {quoted(name)} is given twice",
                consequence="this one is left out",
                edit=Remove(),
            )
        first_with.setdefault(name, index)


def _extra_defaults(versions: list[Any]) -> Iterator[Fault]:
    defaults = [
        index
        for index, version in enumerate(versions)
        if isinstance(version, dict) and version.get("default")
    ]
    for index in defaults[1:]:
        yield Fault(
            code=ProblemCode.WRONG_VALUE,
            path=("versions", index, "default"),
            statement=f"{quoted(_version_name(versions[defaults[0]]))} is the default already",
            consequence="it stays so",
            edit=Remove(),
        )


def _version_name(version: Any) -> str:
    return str(version if isinstance(version, str) else version["name"])


def _redirect_source(redirect: Any) -> str:
    return f"/{redirect['source'].strip('/')}"
