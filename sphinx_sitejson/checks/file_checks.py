"""Files: URLs that differ only by case, broken images, and the language of the site."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from xml.parsers import expat

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.icons import describe_xml_error
from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.common.languages import is_known_language, suggest_language
from sphinx_sitejson.common.problems import Location, ProblemCode, key_path, quoted
from sphinx_sitejson.settings.project_files import file_references, find_project_file
from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.labels import CATALOG
from sphinx_sitejson.site_build.reports import report_at, report_config_value


def report_case_collisions(app: Sphinx, env: BuildEnvironment) -> None:
    """Report each group of pages and files once, with the files of all."""
    groups: dict[str, dict[str, Path]] = {}
    for url, file in _published_files(app, env):
        groups.setdefault(url.casefold(), {}).setdefault(url, file)
    for group in groups.values():
        if len(group) > 1:
            _report_collision(Path(env.srcdir), [group[url] for url in sorted(group)])


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


def _report_collision(root: Path, files: list[Path]) -> None:
    *others, last = (os.path.relpath(file, root).replace(os.sep, "/") for file in files)
    message = (
        f"the URL differs only by case from that of {', '.join(map(quoted, others))}; where case "
        "is ignored, as on Windows and macOS, one file replaces the other. Rename one of them."
    )
    report_at(ProblemCode.CASE_COLLISION, message, Location(last, line=1))


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
        report_config_value(app, "language", message, code=ProblemCode.WRONG_VALUE)
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
        location = Location(str(file), line=text.count("\n", 0, found.start()) + 1)
        report_at(ProblemCode.CATALOG, message, location)
