"""``sitejson init``: writes the files of a new site."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from sphinx_sitejson.common.files import (
    THEME,
    describe_os_error,
    is_file,
    read_text,
    repository_root,
    write_text,
)
from sphinx_sitejson.common.problems import quoted
from sphinx_sitejson.common.records import record
from sphinx_sitejson.openapi.reading.api_formats import find_documents
from sphinx_sitejson.settings import DEFAULT_FILE_NAMES, LEGACY_FILE_NAME, SITE_FILE_NAME
from sphinx_sitejson.settings.conf_py import plain_values
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.project_pages import NOTES_FOR_DEVELOPERS, find_pages
from sphinx_sitejson.settings.validation import SITE_SCHEMA

from . import print_status
from .arguments import DEFAULT_COLOR, DEFAULT_NAME, color, document
from .other_tools.conversion import (
    REPORT_FILE,
    conf_text,
    read_project,
    report_lines,
    site_settings,
)
from .other_tools.project import Project


@record
class Choices:
    """The name, the color and the API document of a new site."""

    name: str = DEFAULT_NAME
    color: str = DEFAULT_COLOR
    document: str = ""
    """The path of an OpenAPI document, or its URL; empty for that of the starter."""


def is_interactive(options: argparse.Namespace) -> bool:
    """Return whether there is somebody who can be asked."""
    return not options.yes and sys.stdin is not None and sys.stdin.isatty()


def choose(options: argparse.Namespace) -> Choices:
    """Use the options; ask for the rest in an interactive terminal."""
    ask = is_interactive(options)
    found = find_documents(options.folder) if options.folder.is_dir() else []
    nearby = str(found[0]) if len(found) == 1 else ""
    return Choices(
        name=_ask(options.name, "Name of the site", DEFAULT_NAME, str, ask),
        color=_ask(options.color, "Main color", DEFAULT_COLOR, color, ask),
        document=_ask(options.openapi, "OpenAPI document", nearby, document, ask),
    )


def _ask(
    value: str | None, question: str, default: str, read: Callable[[str], str], is_asked: bool
) -> str:
    if value is not None:
        return value
    while is_asked:
        try:
            answer = input(f"{question} [{default or 'an example'}]: ").strip()
            return read(answer) if answer else default
        except EOFError:
            break
        except argparse.ArgumentTypeError as error:
            print(f"  {error}")
    return default


_PAGES = (
    "index.mdx",
    "guides/quickstart.mdx",
    "guides/pages.mdx",
    "guides/components.mdx",
    "api/introduction.mdx",
)
_FAVICON = "images/favicon.svg"
_EXAMPLE_DOCUMENT = "openapi.yaml"


class StarterFile(NamedTuple):
    """A file to write, and the folder that it must stay in."""

    folder: Path
    name: str
    text: str


def site_files(folder: Path, choices: Choices) -> Iterator[StarterFile]:
    """Yield all files of a new site."""
    document, copied = _document(folder, choices)
    pages = {name: _starter(name) for name in _PAGES}
    if choices.document:
        # It shows a request of the example's API.
        pages[_PAGES[0]] = _EXAMPLE_CODE.sub("", pages[_PAGES[0]])
    texts = (
        ("conf.py", _starter("conf.py")),
        ("site.json", _settings(choices, document)),
        (SITE_SCHEMA.name, SITE_SCHEMA.text),
        *copied.items(),
        *pages.items(),
        (_FAVICON, _fill(_starter(_FAVICON), {"@color@": choices.color})),
    )
    yield from (StarterFile(folder, name, text) for name, text in texts)
    yield from repository_files(folder)


_EXAMPLE_CODE = re.compile(r"```\w+ .*?^```\n\n", re.MULTILINE | re.DOTALL)


def project_files(folder: Path, choices: Choices) -> Iterator[StarterFile]:
    """Yield the files for an existing Sphinx project, whose toctrees stay its navigation."""
    yield StarterFile(folder, "conf.py", _starter("conf.py"))
    settings = json.loads(_settings(choices, ""))
    minimal = {key: settings[key] for key in ("$schema", "name", "colors")} | {"navigation": []}
    yield StarterFile(folder, "site.json", json.dumps(minimal, indent=2, ensure_ascii=False) + "\n")
    yield StarterFile(folder, SITE_SCHEMA.name, SITE_SCHEMA.text)


def repository_files(folder: Path) -> Iterator[StarterFile]:
    """Yield the files of the repository: requirements, continuous integration, hosting."""
    root = repository_root(folder.resolve())
    yield StarterFile(folder, ".gitignore", _starter("gitignore.txt"))
    yield StarterFile(folder, "requirements.txt", _starter("requirements.txt"))
    if root is None:
        # Nobody looks for these files in a folder of a repository that is yet to be.
        return
    inner = Path(os.path.relpath(folder.resolve(), root)).as_posix()
    values = {"@where@": inner, "@folder@": "" if inner == "." else f"{inner}/"}
    base = folder
    if inner != ".":
        # What is printed is relative if the folder is.
        base = root if folder.is_absolute() else Path(os.path.relpath(root))
    for name, source in {
        ".readthedocs.yaml": "readthedocs.yaml",
        ".github/workflows/documentation.yml": "workflow.yml",
    }.items():
        yield StarterFile(base, name, _fill(_starter(source), values))


def render_conf(settings_file: str) -> str:
    """Return the ``conf.py`` of a project with an existing settings file."""
    text = _starter("conf.py").replace(SITE_FILE_NAME, settings_file)
    is_found = settings_file in DEFAULT_FILE_NAMES
    return text if is_found else f'{text}sitejson_file = "{settings_file}"\n'


_STRING = re.compile(r'"/?([^"\\\n]+)"')


def conf_lines(file: Path) -> list[str]:
    """Return the settings of ``conf.py`` for the pages of a ``docs.json`` or ``mint.json``.

    The pages of such a site are MDX, even if their files end in ``.md``.
    """
    named = {*_STRING.findall(read_text(file))}
    has_markdown = any(
        page.suffix == ".md" and (name in named or name.lower() not in NOTES_FOR_DEVELOPERS)
        for name, page in find_pages(file.parent)[0].items()
    )
    return ['sitejson_markdown_syntax = "mdx"'] if has_markdown else []


@record
class PageAssets:
    """The style sheets and scripts beside a ``docs.json``, which its service loads by itself."""

    styles: tuple[str, ...]
    scripts: tuple[str, ...]

    def conf_lines(self) -> list[str]:
        """Return the lines of ``conf.py`` that load the style sheets, and could load the scripts.

        The scripts are often trackers, or made for the elements of the other theme.
        """
        lines = []
        if self.styles or self.scripts:
            lines += [f"html_static_path = {json.dumps([*self.styles, *self.scripts])}"]
        if self.styles:
            lines += [f"html_css_files = {json.dumps(self.styles)}"]
        if self.scripts:
            lines += [f"# html_js_files = {json.dumps(self.scripts)}"]
        return lines

    def messages(self, conf: Path) -> Iterator[str]:
        """Say what was written to ``conf.py``."""
        if self.styles:
            yield f"{conf} loads on every page: {', '.join(self.styles)}"
        if self.scripts:
            yield (
                f"{conf} does not load these scripts until you remove the # before "
                f"html_js_files: {', '.join(self.scripts)}"
            )


def find_page_assets(folder: Path) -> PageAssets:
    """Find the style sheets and scripts in the folder of a site; deeper ones may be of tools."""
    names = sorted(path.name for path in folder.iterdir() if is_file(path))
    return PageAssets(
        styles=tuple(name for name in names if _STYLE_SHEET.fullmatch(name)),
        scripts=tuple(name for name in names if _SCRIPT.fullmatch(name)),
    )


_STYLE_SHEET = re.compile(r"[^.].*\.css")
_SCRIPT = re.compile(r"[^.](?!.*\.config\.js).*\.js")
"""A script, but not the configuration of a tool, such as ``eslint.config.js``."""


def _document(folder: Path, choices: Choices) -> tuple[str, Mapping[str, str]]:
    """Return the name of the document in the settings, and the starter file to copy for it."""
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
    text = _fill(_starter("site.json"), values | {"@document@": document})
    if choices.document:
        # The server of the author's own API answers.
        text = text.replace('  ],\n  "api": { "playground": { "simulate": true } }\n', "  ]\n")
    return text


def _fill(text: str, values: Mapping[str, str]) -> str:
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    return text


def _starter(name: str) -> str:
    starter = files("sphinx_sitejson.commands") / "starter"
    return starter.joinpath(name).read_text(encoding="utf-8")


DEFAULT_FOLDERS = ("docs", "doc", "docs/source", "doc/source", "source")
"""Where Sphinx projects of a repository usually are."""

SETTINGS_FILES = (*DEFAULT_FILE_NAMES, LEGACY_FILE_NAME)
"""A project with one of these has a site already: only what Sphinx needs is missing."""


def run(options: argparse.Namespace) -> int:
    """Write the files that are missing, and leave existing ones unchanged."""
    if (project := find_sphinx_project(options.folder)) is not None:
        print(f"Found a Sphinx project: {project / 'conf.py'}")
        options.folder = project
    folder: Path = options.folder
    has_conf = os.path.lexists(folder / "conf.py")
    is_new = not has_conf and not any(is_file(folder / name) for name in SETTINGS_FILES)
    if is_new and folder.is_dir() and (found := read_project(folder)) is not None:
        return convert(found, options)
    files = starter_files(options)
    if options.dry_run:
        print_missing(files)
        return 0
    if not write_missing(files):
        return 1
    if is_new and repository_root(folder.resolve()) is None:
        print("Outside of a git repository, no files for CI and Read the Docs were written")
    settings = next((name for name in SETTINGS_FILES if is_file(folder / name)), "")
    if settings and settings != DEFAULT_FILE_NAMES[0]:
        print(f"Using the settings in {folder / settings}")
        if not has_conf:
            for message in find_page_assets(folder).messages(folder / "conf.py"):
                print(message)
    for line in next_steps(folder):
        print(line)
    print(f"\nNow run: sitejson preview {folder}")
    return 0


def convert(project: Project, options: argparse.Namespace) -> int:
    """Make a site of pages that are there, and say what was taken over."""
    folder = project.pages.root
    if options.name:
        project.site["name"] = options.name
    if options.color:
        project.site["colors"] = {"primary": options.color}
    settings = site_settings(project, f"./{SITE_SCHEMA.name}")
    copied: Mapping[str, str] = {}
    if options.openapi:
        settings["openapi"], copied = _document(folder, Choices(document=options.openapi))
    report = "".join(f"{line}\n" for line in report_lines(project, settings))
    text = json.dumps(settings, indent=2, ensure_ascii=False) + "\n"
    files = [
        StarterFile(folder, SITE_FILE_NAME, text),
        StarterFile(folder, "conf.py", conf_text(project, _starter("conf.py"))),
        StarterFile(folder, SITE_SCHEMA.name, SITE_SCHEMA.text),
        StarterFile(folder, REPORT_FILE, report),
        *(StarterFile(folder, name, text) for name, text in copied.items()),
    ]
    if options.dry_run:
        print(f"{report}\n{folder / SITE_FILE_NAME}:\n{text}")
        print_missing(files)
        return 0
    print(report)
    answer = ""
    if is_interactive(options):
        try:
            answer = input(f"Write {SITE_FILE_NAME} and conf.py to {folder}? [Y/n] ")
        except EOFError:
            answer = "no"
    if answer.strip().lower() not in ("", "y", "yes"):
        return 0
    if not write_missing(files):
        return 1
    print(f"\nNow run: sitejson preview {folder}")
    return 0


def find_sphinx_project(folder: Path) -> Path | None:
    """Return the Sphinx project of a repository whose own folder has neither it nor settings."""
    if any(os.path.lexists(folder / name) for name in (*SETTINGS_FILES, "conf.py")):
        return None
    default = (folder / name for name in DEFAULT_FOLDERS)
    return next((path for path in default if is_file(path / "conf.py")), None)


def starter_files(options: argparse.Namespace) -> Iterator[StarterFile]:
    """Yield the files for a folder, depending on the files that it already has."""
    folder: Path = options.folder
    settings = next((name for name in SETTINGS_FILES if is_file(folder / name)), "")
    conf = folder / "conf.py"
    if settings:
        text = render_conf(settings)
        if settings != SITE_FILE_NAME:
            lines = [*conf_lines(folder / settings), *find_page_assets(folder).conf_lines()]
            text += "".join(f"{line}\n" for line in lines)
        return iter([StarterFile(folder, "conf.py", text)])
    if not os.path.lexists(conf):
        return site_files(folder, choose(options))
    project_name = str(plain_values(folder).get("project") or "") or None
    options.name = options.name or project_name
    options.openapi = options.openapi or ""
    return project_files(folder, replace(choose(options), document=""))


def print_missing(files: Iterable[StarterFile]) -> None:
    """Name the files that would be written."""
    for file in files:
        if not os.path.lexists(file.folder / file.name):
            print(f"would write {file.folder / file.name}")


def write_missing(files: Iterable[StarterFile]) -> bool:
    """Write the files that are not there; tell whether all could be written."""
    for file in files:
        # A link that leads nowhere is there, too: nothing is written to where it leads.
        path = file.folder / file.name
        if os.path.lexists(path):
            print_status(f"{path} already exists and was not changed")
            continue
        try:
            write_text(path, file.text, below=file.folder)
        except OSError as error:
            print_status(f"{path} could not be written: {describe_os_error(error)}")
            return False
        print(f"wrote {path}")
    return True


def next_steps(folder: Path) -> Iterator[str]:
    """Return the steps that are left to the author of an existing project."""
    conf = folder / "conf.py"
    try:
        has_extension = "sphinx_sitejson" in conf.read_text("utf-8", "replace")
    except OSError:
        return
    if not has_extension:
        yield f'Add "sphinx_sitejson" to the extensions in {conf}.'
    theme = plain_values(folder).get("html_theme")
    if isinstance(theme, str) and theme != THEME.name:
        yield f"Remove html_theme from {conf}, or your project keeps the theme {quoted(theme)}."
