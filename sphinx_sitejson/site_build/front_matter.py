"""Validate front matter while pages are read, and locate its keys in their files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.settings.front_matter.keys import find_key, front_matter_metadata
from sphinx_sitejson.settings.front_matter.reading import FrontMatter, read_front_matter
from sphinx_sitejson.settings.front_matter.validation import (
    PER_SITE_CODES,
    invalid_keys,
    is_visible_key,
    merge_page_problems,
    validate_fields,
    validate_front_matter,
)

from .build_state import site_domain, site_of
from .reports import report

IS_MDX = "sitejson_is_mdx"
"""The key in ``temp_data`` of whether the page that is being read is MDX."""

FIRST_LEVEL_SECTIONS = "sitejson_first_level_sections"
"""The key in ``temp_data`` of the sections of the page with a heading such as ``# Title``."""

READ_BY_MYST = "sitejson_front_matter"
"""The key in ``temp_data`` of the front matter of the page that MyST reads."""

_UNFIT_FOR_MYST = frozenset({ProblemCode.FRONT_MATTER, ProblemCode.NESTED_TOO_DEEP})
_FIELD = re.compile(r"^:(?P<name>[^:\n]+):(?=\s|$)", re.MULTILINE)


def report_front_matter(
    env: BuildEnvironment, front_matter: FrontMatter, *, text: str, file: str
) -> None:
    """Report problems in the front matter of a page.

    Without a navigation in the settings, any extension may have keys in pages of MyST.
    """
    has_navigation = site_of(env).settings.has_navigation
    report(front_matter.problems)
    _report_page_problems(
        env,
        validate_front_matter(
            front_matter.values,
            locate=lambda name: front_matter.locate(name, file=file),
            extra=env.config.sitejson_front_matter,
            is_used=lambda name: is_visible_key(name, text),
            only_near=not has_navigation and not file.endswith(".mdx"),
        ),
    )


def _report_page_problems(env: BuildEnvironment, problems: Iterable[Problem]) -> None:
    """Report the problems of a page, except those that are reported once for all pages."""
    for problem in problems:
        if problem.code in PER_SITE_CODES:
            add_site_problems(env, [problem])
        else:
            report([problem])


def add_site_problems(env: BuildEnvironment, problems: Iterable[Problem]) -> None:
    """Store problems of the page that is being read, which are reported once for all pages."""
    stored = site_domain(env).ignored_keys
    stored[env.docname] = (*stored.get(env.docname, ()), *problems)


def report_ignored_keys(app: Sphinx, env: BuildEnvironment) -> None:
    """Report keys without an effect and unknown variables once, with the number of their pages."""
    pages = sorted(site_domain(env).ignored_keys.items())
    report(merge_page_problems(problem for _docname, found in pages for problem in found))


def read_myst_front_matter(env: BuildEnvironment, text: str, file: str) -> tuple[FrontMatter, str]:
    """Read the front matter of a page for MyST, and return the text for MyST.

    Invalid or too deep YAML is removed from the text, so that it is reported once and nothing else
    is lost.
    """
    env.temp_data.pop(READ_BY_MYST, None)
    if not text.startswith("---"):
        return FrontMatter(), text
    front_matter = read_front_matter(text, file=file, allows_any_end=True)
    report_front_matter(env, front_matter, text=text, file=file)
    env.temp_data[READ_BY_MYST] = front_matter
    if any(problem.code in _UNFIT_FOR_MYST for problem in front_matter.problems):
        env.metadata[env.docname].update(front_matter_metadata(front_matter.values))
        lines = text.split("\n")[front_matter.line_count :]
        text = "\n" * front_matter.line_count + "\n".join(lines)
    return front_matter, text


def checked_metadata(env: BuildEnvironment, metadata: Mapping[str, str]) -> Mapping[str, str]:
    """Return the metadata of a page with its front matter, without invalid values.

    MyST converts some values, and docutils removes some. The title is that of MyST, which
    made it a heading.
    """
    settings, checked = site_of(env).settings, dict(metadata)
    if not env.temp_data.get(IS_MDX) and not settings.versions:
        # Other projects use it for the version of the software.
        checked.pop("version", None)
    if checked.get("title") or settings.outline is not None:
        # Another generator reads it; the hosted service shows the title.
        checked.pop("sidebar_label", None)
    front_matter = cast("FrontMatter | None", env.temp_data.get(READ_BY_MYST))
    if front_matter is None:
        return checked
    checked |= {
        name: text
        for name, text in front_matter_metadata(front_matter.values).items()
        if find_key(name) and name not in ("title", "version")
    }
    for name in invalid_keys(front_matter.values):
        checked.pop(name, None)
    return checked


def report_fields(env: BuildEnvironment, fields: Mapping[str, str]) -> None:
    """Report problems in the fields at the top of a reStructuredText page."""
    if fields and str(env.doc2path(env.docname)).endswith(".rst"):
        problems = validate_fields(fields, lambda name: key_location(env, env.docname, name))
        _report_page_problems(env, problems)


def key_location(env: BuildEnvironment, docname: str, key: str) -> Location:
    """Return the location of a key in the file of a page."""
    path = env.doc2path(docname)
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return Location(str(path), line=1, key_path=key)
    if path.suffix != ".rst":
        return read_front_matter(text, file=str(path)).locate(key, file=str(path))
    fields = (match for match in _FIELD.finditer(text) if match["name"].strip() == key)
    line = next((text.count("\n", 0, match.start()) + 1 for match in fields), 1)
    return Location(str(path), line=line, key_path=key)
