"""The files of a first site, filled in."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path

from sphinx_sitejson.common.files import read_text, repository_root
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.schema import SCHEMA_FILE_NAME, schema_text

from .choices import Choices

_PAGES = (
    "index.mdx",
    "guides/quickstart.mdx",
    "guides/pages.mdx",
    "guides/components.mdx",
    "api/introduction.mdx",
)
_PICTURES = ("images/logo-light.svg", "images/logo-dark.svg", "images/favicon.svg")
_EXAMPLE_DOCUMENT = "openapi.yaml"
_LETTER, _MARK = 11, 52
"""How wide a letter of the logo is, and all that is not a letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterFile:
    """A file to write, and the folder that it must stay in."""

    path: Path
    text: str
    below: Path


def files_of_site(folder: Path, choices: Choices) -> Iterator[StarterFile]:
    """Yield all files of a new site."""
    document, copied = _document(folder, choices)
    yield _in(folder, "conf.py", _starter("conf.py"))
    yield _in(folder, "site.json", _settings(choices, document))
    yield _in(folder, SCHEMA_FILE_NAME, schema_text(SCHEMA_FILE_NAME))
    for name, text in copied.items():
        yield _in(folder, name, text)
    for name in _PAGES:
        yield _in(folder, name, _starter(name))
    for name in _PICTURES:
        yield _in(folder, name, _picture(name, choices))
    yield from files_around(folder)


def files_of_project(folder: Path, choices: Choices) -> Iterator[StarterFile]:
    """Yield what a Sphinx project gets that has its own pages: its toctrees stay its navigation."""
    yield _in(folder, "conf.py", _starter("conf.py"))
    settings = json.loads(_settings(choices, ""))
    kept = {key: settings[key] for key in ("$schema", "name", "colors")} | {"navigation": []}
    yield _in(folder, "site.json", json.dumps(kept, indent=2, ensure_ascii=False) + "\n")
    yield _in(folder, SCHEMA_FILE_NAME, schema_text(SCHEMA_FILE_NAME))


def files_around(folder: Path) -> Iterator[StarterFile]:
    """Yield what a repository and its hosts need."""
    root = repository_root(folder.resolve()) or folder.resolve()
    inner = Path(os.path.relpath(folder.resolve(), root)).as_posix()
    values = {"@where@": inner, "@folder@": "" if inner == "." else f"{inner}/"}
    yield _in(folder, ".gitignore", _starter("gitignore.txt"))
    yield _in(folder, "requirements.txt", _starter("requirements.txt"))
    for name, source in {
        ".readthedocs.yaml": "readthedocs.yaml",
        ".github/workflows/documentation.yml": "workflow.yml",
    }.items():
        base = folder if inner == "." else root
        yield _in(base, name, _filled(_starter(source), values))


def conf_for(settings_file: str) -> str:
    """Return the ``conf.py`` of a project whose settings have a name that is not looked for."""
    text = _starter("conf.py")
    return f'{text}sitejson_file = "{settings_file}"\n' if settings_file else text


def _document(folder: Path, choices: Choices) -> tuple[str, Mapping[str, str]]:
    """Return how the settings name the document, and the file that is copied for it."""
    if not choices.document:
        return f"/{_EXAMPLE_DOCUMENT}", {_EXAMPLE_DOCUMENT: _starter(_EXAMPLE_DOCUMENT)}
    if is_remote(choices.document):
        return choices.document, {}
    path = Path(choices.document).resolve()
    if path.is_relative_to(folder.resolve()):
        return f"/{path.relative_to(folder.resolve()).as_posix()}", {}
    return f"/{path.name}", {path.name: read_text(path)}


def _settings(choices: Choices, document: str) -> str:
    values = {'"@name@"': json.dumps(choices.name, ensure_ascii=False), "@color@": choices.color}
    text = _filled(_starter("site.json"), values | {"@document@": document})
    if choices.document:
        # The server of the author's own API answers.
        text = text.replace('  ],\n  "api": { "playground": { "simulate": true } }\n', "  ]\n")
    return text


def _picture(name: str, choices: Choices) -> str:
    width = str(_MARK + _LETTER * len(choices.name))
    values = {"@color@": choices.color, "@width@": width}
    return _filled(_starter(name), values | {"@name@": escape(choices.name)})


def _filled(text: str, values: Mapping[str, str]) -> str:
    for mark, value in values.items():
        text = text.replace(mark, value)
    return text


def _starter(name: str) -> str:
    starter = files("sphinx_sitejson.commands") / "starter"
    return starter.joinpath(name).read_text(encoding="utf-8")


def _in(folder: Path, name: str, text: str) -> StarterFile:
    return StarterFile(path=folder / name, text=text, below=folder)
