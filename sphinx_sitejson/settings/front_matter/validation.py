"""Validate the front matter of a page against the table of keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted

from .keys import BINDING_KEYS, FLAG, KEYS, find_key, is_given

OTHER_TOOLS: Mapping[str, tuple[str, ...]] = {
    "Sphinx and docutils": (
        "abstract",
        "address",
        "authors",
        "contact",
        "copyright",
        "date",
        "dedication",
        "no-search",
        "nocomments",
        "nosearch",
        "organization",
        "orphan",
        "revision",
        "status",
        "tocdepth",
    ),
    "MyST and Jupyter": (
        "affiliations",
        "banner",
        "bibliography",
        "celltoolbar",
        "doi",
        "downloads",
        "exports",
        "file_format",
        "funding",
        "github",
        "html_meta",
        "jupyter",
        "jupytext",
        "kernelspec",
        "language_info",
        "license",
        "myst",
        "mystnb",
        "numbering",
        "open_access",
        "parts",
        "short_title",
        "site",
        "skip_execution",
        "subject",
        "substitutions",
        "subtitle",
        "thumbnail",
        "venue",
    ),
    "Sphinx themes and extensions": (
        "blogpost",
        "category",
        "excerpt",
        "external",
        "full-width",
        "hide-footer",
        "hide-toc",
        "html_theme.*",
        "image",
        "language",
        "location",
        "ogp_*",
        "og_*",
        "redirect",
        "sd_hide_title",
        "sidebar_*",
        "theme",
    ),
    "Other site generators": (
        "aliases",
        "categories",
        "created",
        "custom_edit_url",
        "displayed_sidebar",
        "draft",
        "editLink",
        "editUrl",
        "features",
        "footer",
        "head",
        "hero",
        "hide",
        "hide_table_of_contents",
        "hide_title",
        "id",
        "lang",
        "last_modified_at",
        "last_update",
        "layout",
        "linkTitle",
        "menu",
        "nav_order",
        "navbar",
        "next",
        "outline",
        "pagination_*",
        "parent",
        "permalink",
        "prev",
        "published",
        "sidebar",
        "slug",
        "summary",
        "tableOfContents",
        "template",
        "toc",
        "toc_max_heading_level",
        "toc_min_heading_level",
        "type",
        "unlisted",
        "updated",
        "weight",
    ),
}
"""Keys by the tool that reads them; ``*`` matches any ending."""

INEFFECTIVE_KEYS: Mapping[str, str] = {
    "contextual": "all pages have the same menu",
    "groups": "a static site cannot restrict who reads a page",
    "public": "a static site cannot restrict who reads a page",
}
"""Keys of hosted services that cannot have an effect here, and why."""

_NAMES = frozenset(name for names in OTHER_TOOLS.values() for name in names)
_PATTERNS = tuple(sorted(name for name in _NAMES if "*" in name))


def belongs_to_other_tool(name: str, extra: Collection[str] = ()) -> bool:
    """Return whether a key belongs to another tool, by this list or that of the author.

    Names that begin with ``x-`` or an underscore belong to the author.
    """
    patterns = (*_PATTERNS, *(pattern for pattern in extra if "*" in pattern))
    return (
        name in _NAMES
        or name in INEFFECTIVE_KEYS
        or name in extra
        or name.startswith(("x-", "_"))
        or any(fnmatchcase(name, pattern) for pattern in patterns)
    )


_BINDINGS = frozenset({*BINDING_KEYS, "openapi-changes"})

LocateKey = Callable[[str], Location]
"""Returns the location of a front matter key."""


def validate_front_matter(
    values: Mapping[str, object],
    *,
    locate: LocateKey,
    extra: Collection[str] = (),
    is_used: Callable[[str], bool] = lambda name: False,
    only_near: bool = False,
) -> Iterator[Problem]:
    """Report unknown keys and invalid values.

    :param extra: keys to ignore (``sitejson_front_matter``).
    :param is_used: returns whether the text of the page uses the value of a key.
    :param only_near: whether to report only unknown keys that resemble a known one.
    """
    for name, value in values.items():
        key = find_key(name)
        if key is None:
            if name in INEFFECTIVE_KEYS and name not in extra and not is_used(name):
                message = f"the key {quoted(name)} has no effect: {INEFFECTIVE_KEYS[name]}."
                code = ProblemCode.NO_EFFECT
                yield Problem(code, message, locate(name))
            is_left_alone = belongs_to_other_tool(name, extra) or is_used(name)
            if not is_left_alone and (not only_near or did_you_mean(name, KEYS)):
                yield _unknown(name, locate)
        else:
            fault, hint = key.kind.fault(value)
            if fault:
                is_binding = key.name in _BINDINGS
                code = ProblemCode.BINDING if is_binding else ProblemCode.WRONG_VALUE
                message = f"{fault}; it was ignored.{hint}"
                yield Problem(code, message, locate(name))
    yield from _several_bindings(values, locate)


PER_SITE_CODES = frozenset({ProblemCode.UNKNOWN_KEY, ProblemCode.NO_EFFECT})
"""Problems that many pages share, and that are reported once."""


def merge_page_problems(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield each problem of keys once, at its first page, with the number of other pages."""
    pages: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        pages.setdefault((problem.code, problem.message), []).append(problem)
    for first, *others in pages.values():
        message = first.message
        if others:
            noun = "page" if len(others) == 1 else "pages"
            message += f" The same applies to {len(others)} other {noun}."
        yield replace(first, message=message)


def is_visible_key(name: str, text: str) -> bool:
    """Return whether an expression of a page uses a value of its front matter."""
    return name.isidentifier() and bool(re.search(rf"\{{[^{{}}\n]*\b{name}\b", text))


def invalid_keys(values: Mapping[str, object]) -> frozenset[str]:
    """Return the known keys whose values are invalid."""
    return frozenset(
        name
        for name, value in values.items()
        if (key := find_key(name)) and key.kind.fault(value)[0]
    )


def validate_fields(fields: Mapping[str, str], locate: LocateKey) -> Iterator[Problem]:
    """Validate the fields at the top of a reStructuredText page, where any field is allowed.

    A field that resembles a known key is reported only if no other tool could have given it
    such a name.
    """
    ours = {name: text for name, text in fields.items() if name in KEYS}
    yield from validate_front_matter(ours, locate=locate)
    for name, text in ours.items():
        if KEYS[name].kind is FLAG and not text:
            message = "must be true or false, not empty; it was ignored. Did you mean true?"
            yield Problem(ProblemCode.WRONG_VALUE, message, locate(name))
    for name in fields:
        if name not in ours and _folded(name) in _UNLIKE_OTHERS:
            yield _unknown(name, locate)


def _unknown(name: str, locate: LocateKey) -> Problem:
    message = f"unknown key {quoted(name)}; it has no effect.{did_you_mean(name, KEYS)}"
    return Problem(ProblemCode.UNKNOWN_KEY, message, locate(name))


def _several_bindings(values: Mapping[str, object], locate: LocateKey) -> Iterator[Problem]:
    wrong = invalid_keys(values)
    bindings = [name for name in BINDING_KEYS if name not in wrong and is_given(values.get(name))]
    for name in bindings[1:]:
        yield Problem(
            ProblemCode.BINDING,
            f"the page already has {quoted(bindings[0])}, and can have only one of them; "
            f"{quoted(name)} was ignored.",
            locate(name),
        )


def _folded(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "")


_UNLIKE_OTHERS = frozenset(
    _folded(name)
    for name in KEYS
    if name != name.lower() or name.startswith(("openapi", "asyncapi"))
)
