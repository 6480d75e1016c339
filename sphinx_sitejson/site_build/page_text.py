"""Encodings, line breaks, control characters and variables in the text of pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.common.characters import (
    LINE_BREAKS,
    PAGE_BREAKS,
    UNREADABLE,
    code_point,
    replace_unreadable,
    replace_unreadable_in_page,
    replace_unreadable_in_value,
)
from sphinx_sitejson.common.files import write_text
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted

from .build_state import site_of
from .front_matter import add_site_problems
from .nodes import find_nodes
from .project import SiteProject
from .reports import report_at

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def repair_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Write a decoded copy of each page that is not UTF-8, for Sphinx to read."""
    if not isinstance(app.project, SiteProject):
        return
    for docname in docnames:
        path = env.doc2path(docname)
        try:
            content = path.read_bytes()
            content.decode("utf-8")
        except UnicodeDecodeError:
            folder = Path(app.doctreedir, "sitejson", "repaired")
            copy = folder / f"{docname}{path.suffix}"
            write_text(copy, decode_page(content), below=folder)
            app.project.read_instead(docname, copy)
            message = "the page is not text in UTF-8; some of it may be wrong. Save it as UTF-8."
            report_at(ProblemCode.PAGE_ENCODING, message, Location(str(path), line=1))
        except OSError:
            continue


def decode_page(content: bytes) -> str:
    """Decode a page from UTF-16 or UTF-8, with replacement characters for invalid bytes."""
    is_utf_16 = content.startswith(_UTF_16_MARKS)
    # Other control characters would be reported with their position in the copy.
    return replace_unreadable_in_page(
        content.decode("utf-16" if is_utf_16 else "utf-8", errors="replace")
    )


ESCAPE_MARK = "\0"


def replace_control_characters(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace control characters of a page before it is parsed, and report the first one."""
    text = replace_unreadable_in_page(source[0])
    if text == source[0]:
        return
    if match := UNREADABLE.search(source[0].translate(PAGE_BREAKS)):
        line = source[0].count("\n", 0, match.start()) + 1
        message = (
            f"the control character {code_point(match[0])} cannot be displayed; it is replaced."
        )
        location = Location(str(app.env.doc2path(docname)), line=line)
        report_at(ProblemCode.PAGE_ENCODING, message, location)
    source[0] = text


def replace_included_control_characters(
    app: Sphinx, path: Path, docname: str, source: list[str]
) -> None:
    """Replace control characters of an included file."""
    source[0] = replace_unreadable_in_page(source[0])


def join_title_lines(app: Sphinx, doctree: nodes.document) -> None:
    """Join the lines of the page title, as inventories and lists of pages need it."""
    title = next(doctree.findall(nodes.title), None)
    if title is None or not LINE_BREAKS.search(title.astext()):
        return
    for text in list(title.findall(nodes.Text)):
        text.parent.replace(text, nodes.Text(LINE_BREAKS.sub(" ", text)))


class ReadableText(SphinxTransform):
    """Replaces control characters in included code, docstrings and front matter."""

    # Before other transforms collect titles, fields or terms.
    default_priority = 1

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        for text in list(find_nodes(self.document, nodes.Text)):
            if UNREADABLE.search(text):
                text.parent.replace(text, nodes.Text(_readable_text(text)))
        # MyST has stored the front matter and the headings here already.
        metadata, docname = self.env.metadata, self.env.docname
        metadata[docname] = replace_unreadable_in_value(metadata[docname])


def _readable_text(text: nodes.Text) -> str:
    """Return the text of a node without control characters.

    docutils marks escaped characters in text by null characters, which its writers remove. Code
    blocks have no such marks, so that a null character is one of the source.
    """
    parent = text.parent
    if isinstance(parent, nodes.FixedTextElement) and parent.rawsource == text:
        return replace_unreadable(text)
    return ESCAPE_MARK.join(map(replace_unreadable, text.split(ESCAPE_MARK)))


# Not an expression of a workflow (${{ … }}), and not an object as the value of a prop (={{ … }}).
_VARIABLE = re.compile(r"(?<![$={])\{\{[ \t]*([A-Za-z0-9_.-]+)[ \t]*\}\}(?!\})")


def is_variable(env: BuildEnvironment, text: str) -> bool:
    """Whether a text is a variable, ``{{name}}``; unknown ones are reported when a page is read."""
    return bool(site_of(env).settings.variables and _VARIABLE.fullmatch(text))


def site_variables(env: BuildEnvironment) -> Mapping[str, str]:
    """Return the variables of the settings, each on one line, so that line numbers stay right."""
    return {name: " ".join(text.split("\n")) for name, text in site_of(env).settings.variables}


def fill_variables(env: BuildEnvironment, text: str, path: Path) -> str:
    """Replace the variables in the text of a page or a snippet; others are reported and stay."""
    if "{{" not in text or not (variables := site_variables(env)):
        return text
    unknown: dict[str, Problem] = {}

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name not in variables and name not in unknown:
            line = text.count("\n", 0, match.start()) + 1
            unknown[name] = Problem(
                ProblemCode.UNKNOWN_VARIABLE,
                f"there is no variable {quoted(name)}; the text is unchanged."
                + did_you_mean(name, variables),
                Location(str(path), line=line),
            )
        return variables.get(name, match[0])

    filled = _VARIABLE.sub(fill, text)
    if unknown:
        add_site_problems(env, unknown.values())
    return filled


def fill_page_variables(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the variables of a page before it is parsed."""
    source[0] = fill_variables(app.env, source[0], app.env.doc2path(docname))


def fill_included_variables(app: Sphinx, path: Path, docname: str, source: list[str]) -> None:
    """Replace the variables of an included file."""
    source[0] = fill_variables(app.env, source[0], Path(app.srcdir, path))
