"""Files: URLs that differ only by case, images, style sheets, scripts, and the language."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from xml.parsers import expat

import sphinx
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.icons import describe_xml_error
from sphinx_sitejson.common.files import THEME, read_file, read_text
from sphinx_sitejson.common.languages import is_known_language, suggest_language
from sphinx_sitejson.common.problems import (
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    key_path,
    quoted,
)
from sphinx_sitejson.settings.project_files import file_references, find_project_file
from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.labels import CATALOG
from sphinx_sitejson.site_build.reports import report, report_at, report_config_value
from sphinx_sitejson.theme.project_templates import (
    explain_missing_file,
    find_lost_files,
    listed_files,
    project_folders,
    static_folders,
)


def report_case_collisions(app: Sphinx, env: BuildEnvironment) -> None:
    """Report each group of pages and files once, with the files of all."""
    groups: dict[str, dict[str, Path]] = {}
    for url, file in _published_files(app, env):
        groups.setdefault(url.casefold(), {}).setdefault(url, file)
    for group in groups.values():
        if len(group) > 1:
            files = (os.path.relpath(group[url], env.srcdir) for url in sorted(group))
            *others, last = (file.replace(os.sep, "/") for file in files)
            message = (
                f"the URL differs only by case from that of {', '.join(map(quoted, others))}; "
                "where case is ignored, as on Windows and macOS, one file replaces the other. "
                "Rename one of them."
            )
            report_at(ProblemCode.CASE_COLLISION, message, Location(last, line=1))


def _published_files(app: Sphinx, env: BuildEnvironment) -> Iterator[tuple[str, Path]]:
    """Yield the path of each page and file in the output, without a suffix for pages."""
    for docname in env.found_docs:
        yield docname, Path(env.doc2path(docname))
    for source, (_docnames, name) in env.images.items():
        yield f"{app.builder.imagedir}/{name}", Path(env.srcdir, source)
    if app.builder.format != "html":
        return
    for folder, names in (
        ("_static/", app.config.html_static_path),
        ("", app.config.html_extra_path),
    ):
        for name in names:
            path = Path(app.confdir, name)
            if not path.is_dir():
                yield f"{folder}{path.name}", path
            for parent, _folders, files in os.walk(path):
                below = Path(parent).relative_to(path).as_posix()
                prefix = folder if below == "." else f"{folder}{below}/"
                yield from ((f"{prefix}{file}", Path(parent, file)) for file in files)


_MAX_SIZE = 5_000_000
"""In bytes; larger images are not read."""
_HEAD = 100
_CHECKED = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif")


def report_broken_images(app: Sphinx, env: BuildEnvironment) -> None:
    """Report each broken image once, with what uses it."""
    used: dict[Path, str] = {}
    site = site_of(env)
    for reference, at in file_references(site.settings).items():
        if reference.lower().endswith(_CHECKED):
            file = find_project_file(site.root, reference)
            if file is not None:
                used.setdefault(file, key_path(at))
    for name, (docnames, _output) in sorted(env.images.items()):
        if name.lower().endswith(_CHECKED):
            used.setdefault(Path(env.srcdir, name).resolve(), quoted(min(docnames)))
    for file, user in used.items():
        check = _check_xml if file.suffix.lower() == ".svg" else _check_for_text
        check(file, user)


def _check_for_text(file: Path, user: str) -> None:
    """Report the file of an image that contains text."""
    try:
        head = read_file(file, _HEAD)
    except OSError:
        return
    if not head.isascii() or b"\0" in head or head.startswith((b"GIF8", b"RIFF")):
        return
    what = "is empty" if not head else "contains text"
    cure = ""
    if head.startswith(b"version https://git-lfs"):
        what, cure = "is a pointer of Git LFS", ' Run "git lfs pull" before the build.'
    message = f"the image {what}, so browsers do not show it; it is used by {user}.{cure}"
    report_at(ProblemCode.BROKEN_IMAGE, message, Location(str(file), line=1))


def _check_xml(file: Path, user: str) -> None:
    try:
        content = read_file(file, _MAX_SIZE)
    except (OSError, ValueError):
        return
    if b"<!ENTITY" in content:
        # Entities may expand without end.
        return
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(content, len(content) < _MAX_SIZE)
    except expat.ExpatError as error:
        reason = describe_xml_error(error.code)
        message = (
            f"the image is not valid XML ({reason}), so browsers do not show it; "
            f"it is used by {user}."
        )
        location = Location(str(file), line=error.lineno, column=error.offset + 1)
        report_at(ProblemCode.BROKEN_IMAGE, message, location)


_TEXT = r'"(?:[^"\\]|\\.)*+"'
_KEYWORD = r"msg(?:ctxt|id|id_plural|str(?:\[\d+\])?)"
_BAD_LINE = re.compile(
    rf"^(?![ \t]*(?:#.*|(?:{_KEYWORD}[ \t]*)?{_TEXT})?[ \t\r]*$).+", re.MULTILINE
)
_OPEN_TEXT = re.compile(rf'[ \t]*(?:{_KEYWORD}[ \t]*)?"')
_MAX_REPORTED = 3
"""How many lines of one catalog are reported."""


def check_language(app: Sphinx) -> None:
    """Report a language of ``conf.py`` that does not exist, and invalid lines of its catalogs."""
    language = app.config.language
    if not isinstance(language, str) or language in ("", "en"):
        return
    catalogs = list(_catalogs(app, language))
    if not catalogs and not is_known_language(language):
        message = f'"language": {quoted(language)} is not the code of a language, such as "en" or '
        message += f'"pt_BR"; labels are in English.{suggest_language(language)}'
        report_config_value(app, "language", message)
    for file in catalogs:
        _report_invalid_lines(file)


def _catalogs(app: Sphinx, language: str) -> Iterator[Path]:
    """Yield the catalogs that Sphinx compiles."""
    for folder in app.config.locale_dirs:
        messages = Path(app.srcdir, folder, language, "LC_MESSAGES")
        for place, folders, names in os.walk(messages):
            folders.sort()
            for name in sorted(names):
                # The catalog of labels is checked when it is read.
                if name.endswith(".po") and name != f"{CATALOG}.po":
                    yield Path(place, name)


def _report_invalid_lines(file: Path) -> None:
    try:
        text = read_file(file).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        # Sphinx reports it.
        return
    for found in islice(_BAD_LINE.finditer(text), _MAX_REPORTED):
        cause = (
            "the text has no closing quotation mark"
            if _OPEN_TEXT.match(found[0])
            else "this is neither msgid, msgstr, a text in quotation marks, nor a comment"
        )
        message = f"{cause}, so the translation is incomplete or missing."
        report([_problem_at(ProblemCode.CATALOG, message, file, text, found.start())])


_THEME_FOLDERS = (str(THEME), str(Path(sphinx.__file__).parent / "themes" / "basic"))
_MAX_LENGTH = 1_000_000
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
    for setting in ("html_css_files", "html_js_files"):
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
    return text if len(text) <= _MAX_LENGTH else ""


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
