"""Texts of documents that are written as reStructuredText, as CommonMark.

Of roles and directives only those come through that lay out the text: a document may come from
anywhere, so nothing in it reads a file, runs code or becomes HTML.
"""

from __future__ import annotations

import re
from functools import lru_cache

from docutils import nodes
from docutils.core import publish_doctree

from sphinx_sitejson.sphinx_ext.common.markdown_writer import MarkdownWriter

MAX_CACHED_TEXTS = 20_000

_SAFE_DIRECTIVES = frozenset(
    ("attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning")
)
_SAFE_ROLES = frozenset(("emphasis", "strong", "literal", "sub", "sup", "subscript", "superscript"))
_CODE = re.compile(
    r"^(?P<indent>[ \t]*)\.\. (?:code|code-block|sourcecode)::.*$(?:\n[ \t]+:[\w-]+:.*$)*",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(r"^[ \t]*\.\. (?:\|[^|\n]+\| )?(?P<name>[\w:+.-]+)::", re.MULTILINE)
_ROLE = re.compile(r"(?<![\w`:]):(?P<name>[a-z][\w:+.-]*):`(?P<text>[^`\n]+)`")
_WITH_TARGET = re.compile(r"^(?P<words>.+?)\s*<[^<>]+>$", re.DOTALL)

_SETTINGS = {
    "report_level": 5,
    "halt_level": 5,
    "warning_stream": "",
    "raw_enabled": False,
    "file_insertion_enabled": False,
    "doctitle_xform": False,
    "smart_quotes": False,
    "_disable_config": True,
}


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def commonmark_of(text: str) -> str:
    """Return a text of reStructuredText as CommonMark; one that cannot be read stays as it is."""
    prepared = _ROLE.sub(_plain_role, _CODE.sub(_plain_code, text))
    names = {found["name"] for found in _DIRECTIVE.finditer(prepared)}
    if not names <= _SAFE_DIRECTIVES:
        return text
    try:
        tree = publish_doctree(prepared, settings_overrides=dict(_SETTINGS))
    except Exception:
        # Directives of other extensions may stand under the names of those that are safe.
        return text
    for reference in list(tree.findall(nodes.title_reference)):
        reference.replace_self(nodes.literal(text=reference.astext()))
    return MarkdownWriter(str, lambda block: "").page(tree).strip()


def _plain_role(found: re.Match[str]) -> str:
    """Show what a role of Sphinx names as code: what it leads to is not known here."""
    if found["name"] in _SAFE_ROLES:
        return found[0]
    explicit = _WITH_TARGET.match(found["text"])
    words = explicit["words"] if explicit else found["text"].lstrip("!~")
    return f"``{words}``"


def _plain_code(found: re.Match[str]) -> str:
    return f"{found['indent']}::"
