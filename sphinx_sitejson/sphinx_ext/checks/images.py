"""Report images that browsers do not show: SVG that is not valid XML, and text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.parsers import expat

from sphinx_sitejson.appearance.icons.svg_files import describe_xml_error
from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, key_path, quoted
from sphinx_sitejson.settings.project_files import file_references, find_project_file
from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

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
        find_fault = _find_xml_fault if file.suffix.lower() == ".svg" else _find_text
        report(find_fault(file, user))


def _find_text(file: Path, user: str) -> Iterator[Problem]:
    """Yield a problem if the file of an image contains text."""
    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return
    if not head.isascii() or b"\0" in head or head.startswith((b"GIF8", b"RIFF")):
        return
    what = "is empty" if not head else "contains text"
    cure = ""
    if head.startswith(b"version https://git-lfs"):
        what, cure = "is a pointer of Git LFS", ' Run "git lfs pull" before the build.'
    message = f"the image {what}, so browsers do not show it; it is used by {user}.{cure}"
    location = Location(file=str(file), line=1)
    yield Problem(code=ProblemCode.BROKEN_IMAGE, message=message, location=location)


def _find_xml_fault(file: Path, user: str) -> Iterator[Problem]:
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
        yield Problem(
            code=ProblemCode.BROKEN_IMAGE,
            message=f"the image is not valid XML ({reason}), so browsers do not show it; "
            f"it is used by {user}.",
            location=Location(file=str(file), line=error.lineno, column=error.offset + 1),
        )
