"""What the author of a new site chooses: a name, a color and a document."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from sphinx_sitejson.commands.arguments import DEFAULT_COLOR, DEFAULT_NAME, color, document
from sphinx_sitejson.openapi.reading.discovery import find_documents


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a new site is called and looks like, and the API that it shows."""

    name: str = DEFAULT_NAME
    color: str = DEFAULT_COLOR
    document: str = ""
    """The path of an OpenAPI document, or its address; empty for that of the starter."""


def choose(options: argparse.Namespace, *, ask: Callable[[str], str] | None) -> Choices:
    """Use the options; ask for the rest in an interactive terminal."""
    found = find_documents(options.folder) if options.folder.is_dir() else []
    nearby = str(found[0]) if len(found) == 1 else ""
    return Choices(
        name=_answer(options.name, "Name of the site", DEFAULT_NAME, str, ask),
        color=_answer(options.color, "Main color", DEFAULT_COLOR, color, ask),
        document=_answer(options.openapi, "OpenAPI document", nearby, _maybe_document, ask),
    )


def _answer(
    given: str | None,
    question: str,
    usual: str,
    read: Callable[[str], str],
    ask: Callable[[str], str] | None,
) -> str:
    if given is not None:
        return given
    while ask is not None:
        try:
            answer = ask(f"{question} [{usual or 'an example'}]: ").strip()
            return read(answer) if answer else usual
        except EOFError:
            break
        except argparse.ArgumentTypeError as error:
            print(f"  {error}")
    return usual


def _maybe_document(text: str) -> str:
    return document(text) if text else ""
