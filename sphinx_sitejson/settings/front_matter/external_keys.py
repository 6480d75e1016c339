"""The keys that other tools read from the front matter; a page may have them without a word."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fnmatch import fnmatchcase

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
    "Documentation services": (
        "asyncapi",
        "boost",
        "canonical",
        "contextual",
        "deprecated",
        "groups",
        "hideApiMarker",
        "hideFooterPagination",
        "lastUpdatedDate",
        "public",
        "related",
        "searchable",
        "timestamp",
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
        "tags",
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
"""Names by the tool that reads them; a star stands for any ending."""

_NAMES = frozenset(name for names in OTHER_TOOLS.values() for name in names)
_PATTERNS = tuple(sorted(name for name in _NAMES if "*" in name))


def is_of_others(name: str, extra: Collection[str] = ()) -> bool:
    """Whether a key is read by another tool, of this list or of the author's.

    Names that begin with ``x-`` or an underscore belong to the author.
    """
    patterns = (*_PATTERNS, *(pattern for pattern in extra if "*" in pattern))
    return (
        name in _NAMES
        or name in extra
        or name.startswith(("x-", "_"))
        or any(fnmatchcase(name, pattern) for pattern in patterns)
    )
