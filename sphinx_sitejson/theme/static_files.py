"""Report style sheets and scripts of ``conf.py`` that browsers do not get, or only in part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import sphinx
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.files import THEME, read_text
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.reports import report, report_config_value

from .project_templates import (
    explain_missing_file,
    find_lost_files,
    listed_files,
    project_folders,
    static_folders,
)

SETTINGS = ("html_css_files", "html_js_files")
_THEME_FOLDERS = (str(THEME), str(Path(sphinx.__file__).parent / "themes" / "basic"))
_MAX_SIZE = 1_000_000
"""In characters; larger style sheets and scripts are not read."""

_TOKEN = re.compile(
    r"""(?P<comment>/\*) | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \\.
    | url\(\s*[^"'\s)][^)]*\) | (?P<brace>[{}]) | (?P<quote>["'])""",
    re.VERBOSE | re.DOTALL,
)

_PROPERTY = re.compile(r"--sj-[a-z][\w-]*")

_JQUERY_CALL = re.compile(
    r"""(?P<skipped>/\*.*?\*/ | //[^\n]*
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*`)
    | (?<![\w$.])(?:\$|jQuery)\s*[(.] | \(\s*jQuery\s*\)""",
    re.VERBOSE | re.DOTALL,
)
_OWN_DOLLAR = re.compile(r"(?:const|let|var|function|import|window\.)\s*\$|typeof\s+(?:\$|jQuery)")
"""A script that declares ``$`` itself, or that also works without jQuery."""


def report_static_files(app: Sphinx, env: BuildEnvironment) -> None:
    """Report missing files, unbalanced style sheets, and scripts for a library that is missing."""
    if site_of(env).keeps_theme:
        return
    entries = [Path(app.confdir, entry) for entry in app.config.html_static_path]
    folders = static_folders(app, _THEME_FOLDERS)
    for setting in SETTINGS:
        missing = find_lost_files(app, setting, folders)
        messages = (explain_missing_file(app, name) for name in missing)
        report_config_value(app, setting, *filter(None, messages), code=ProblemCode.MISSING_FILE)
    for name in listed_files(app, "html_css_files"):
        file = next((path for path in _files_named(name, entries) if path.is_file()), None)
        if file is not None and file.suffix == ".css":
            report(_check_style_sheet(file))
    scripts = [
        file for name in listed_files(app, "html_js_files") for file in _files_named(name, entries)
    ]
    needing_jquery = [problem for file in scripts for problem in _check_script(file)]
    if needing_jquery and not _loads_jquery(app):
        report(needing_jquery)


def _files_named(name: str, entries: list[Path]) -> Iterator[Path]:
    """Yield where a file may be: in a folder of ``html_static_path``, or as an entry of it."""
    for entry in entries:
        yield entry if entry.name == name and entry.is_file() else entry / name


def _loads_jquery(app: Sphinx) -> bool:
    """Return whether a script, an extension, or a template of the project loads jQuery."""
    names = [name or "" for name, _attributes in app.registry.js_files]
    names += listed_files(app, "html_js_files")
    templates = (file for folder in project_folders(app) for file in folder.rglob("*.html"))
    texts = chain(names, map(_text_to_check, templates))
    return any("jquery" in text.lower() for text in texts)


def _check_script(file: Path) -> Iterator[Problem]:
    """Report a script that needs jQuery, which some themes load."""
    text = _text_to_check(file)
    calls = (match for match in _JQUERY_CALL.finditer(text) if not match["skipped"])
    call = next(calls, None)
    if call is None or _OWN_DOLLAR.search(text):
        return
    message = (
        "the script uses jQuery, which this theme does not load; "
        'add "sphinxcontrib.jquery" to the extensions in conf.py.'
    )
    yield _problem_at(ProblemCode.OLD_THEME, message, file, text, call.start())


def _problem_at(code: ProblemCode, message: str, file: Path, text: str, position: int) -> Problem:
    location = Location(str(file), line=text.count("\n", 0, position) + 1)
    return Problem(code, message, location)


def _text_to_check(file: Path) -> str:
    """Return the text of a file; empty if it is missing or too large."""
    try:
        text = read_text(file)
    except OSError:
        return ""
    return text if len(text) <= _MAX_SIZE else ""


def _check_style_sheet(file: Path) -> Iterator[Problem]:
    text = _text_to_check(file)
    found = find_open_brace(text)
    for position, message in (*([found] if found else ()), *_find_unknown_properties(text)):
        yield _problem_at(ProblemCode.STYLE_SHEET, message, file, text, position)


def _find_unknown_properties(text: str) -> Iterator[tuple[int, str]]:
    """Yield the custom properties that only resemble one of the theme."""
    used = {match[0]: match.start() for match in reversed([*_PROPERTY.finditer(text)])}
    if not used:
        return
    sheets = THEME.rglob("*.css")
    known = {name for sheet in sheets for name in _PROPERTY.findall(read_text(sheet))}
    for name in sorted(used.keys() - known, key=used.__getitem__):
        if hint := did_you_mean(name, known, likeness=0.8):
            yield used[name], f"the theme has no property {quoted(name)}; it has no effect.{hint}"


def find_open_brace(text: str) -> tuple[int, str] | None:
    """Return the first brace, quote, or comment of a style sheet that is open, and a message.

    ``a { color: red`` gives the position 2.
    """
    opened: list[int] = []
    position = 0
    while token := _TOKEN.search(text, position):
        position = token.end()
        message = ""
        if token["comment"]:
            position = text.find("*/", position) + 2
            if position < 2:
                message = 'the comment is not closed, so browsers ignore all rules below; add "*/".'
        elif token["quote"]:
            message = "the string is not closed on its line, so browsers ignore its rule."
        elif token["brace"] == "{":
            opened.append(token.start())
        elif token["brace"] and opened:
            opened.pop()
        elif token["brace"]:
            message = 'this "}" closes nothing, so browsers ignore the rule below.'
        if message:
            return token.start(), message
    message = 'the block that begins here is not closed, which changes the rules below; add "}".'
    return (opened[0], message) if opened else None
