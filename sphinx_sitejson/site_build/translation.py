"""Translate the texts of documents: one document, all languages.

The gettext builder collects each part of each text; the catalog of the page, where
Sphinx looks for it, has the translations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from docutils import nodes
from markdown_it import MarkdownIt
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.locale import init as init_locale
from sphinx.util.i18n import docname_to_domain

from sphinx_sitejson.common.markdown_limits import limits_plugin
from sphinx_sitejson.common.messages import Message, change_parts

from .labels import CatalogError, read_catalog
from .reports import report

Translate = Callable[[str], str]

MAX_CACHED_TEXTS = 5_000
_CELLS = ("th_open", "td_open")
_NO_WORDS = re.compile(r"\s*<(?:!|\?|pre\b|script\b|style\b)", re.IGNORECASE)
_PLAIN = re.compile(r"\w[^\n|]*", re.ASCII)
"""A line that begins with text, not with markup."""
_LINE_END = re.compile(r"\r\n?|\n")
_NUMBERED = re.compile(r"\d+[.)]")
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table").use(limits_plugin)


@dataclass(frozen=True)
class _Part:
    """A part of a text that is one message."""

    source: str
    first: int
    """Its first line."""
    end: int
    is_cell: bool = False

    @property
    def message(self) -> str:
        return " ".join(self.source.split())


def extract_messages(text: str) -> Iterator[str]:
    """Yield the messages of a text."""
    return (part.message for part in _parts(text))


def translated(text: str, gettext: Translate) -> str:
    """Return a text with all of its parts in the language of a catalog."""
    # Lines are counted as the parser does.
    lines: list[str | None] = [*_LINE_END.split(text)]
    behind: dict[int, int] = {}
    for part in _parts(text):
        found = gettext(part.message)
        if found and found != part.message:
            _replace_part(found, part, lines, behind)
        elif part.is_cell:
            # A later cell of the row may have the same text.
            _replace_part(part.source, part, lines, behind)
    return "\n".join(line for line in lines if line is not None)


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def _parts(text: str) -> tuple[_Part, ...]:
    if _PLAIN.fullmatch(text) and not _NUMBERED.match(text):
        return (_Part(text, 0, 1),)
    return tuple(part for part in _read(text) if part.message)


def _read(text: str) -> Iterator[_Part]:
    before = ""
    for token in _MARKDOWN.parse(text):
        if token.map is not None:
            first, end = token.map
            if token.type == "inline":
                yield _Part(token.content, first, end, is_cell=before in _CELLS)
            elif token.type == "html_block" and not _NO_WORDS.match(token.content):
                yield _Part(token.content, first, end)
        before = token.type


def _replace_part(
    translation: str, part: _Part, lines: list[str | None], behind: dict[int, int]
) -> None:
    """Replace a part by its translation and keep the markup around it."""
    pieces = [piece.strip() for piece in _in_source(part).strip().split("\n")]
    first, last = lines[part.first] or "", lines[part.first + len(pieces) - 1] or ""
    start = first.find(pieces[0], behind.get(part.first, 0))
    stop = last.rfind(pieces[-1]) if len(pieces) > 1 else start
    if start < 0 or stop < 0:
        return
    text = translation.replace("|", r"\|") if part.is_cell else translation
    lines[part.first] = f"{first[:start]}{text}{last[stop + len(pieces[-1]) :]}"
    behind[part.first] = start + len(text)
    for number in range(part.first + 1, part.first + len(pieces)):
        lines[number] = None


def _in_source(part: _Part) -> str:
    """Return a part as the text has it: a bar in a cell has a mark before it."""
    return part.source.replace("|", r"\|") if part.is_cell else part.source


TEXT_FIELDS = frozenset({"description", "summary", "path_summary", "path_description"})
"""Translatable fields of all views."""
LINK_TEXT_FIELDS = "external_docs"
VIEW_TEXT_FIELDS = {
    "RenderedExample": ("title",),
    "GroupView": ("title",),
    "OperationLink": ("label",),
    "OperationView": ("title",),
    "OverviewView": ("title",),
    "ServerView": ("label",),
    "TagView": ("name",),
    "VariantView": ("title",),
}
"""Translatable fields by class name; most builds import none of the classes."""

_Value = TypeVar("_Value")


def translator_for(env: BuildEnvironment, docname: str) -> Translate:
    """Return the translation function of a page; the identity without a catalog."""
    gettext = page_message_catalog(env, docname)
    if gettext is None:
        return str

    return lambda text: translated(text, gettext)


def page_message_catalog(env: BuildEnvironment, docname: str) -> Translate | None:
    """Return the message lookup of a page, or None without a catalog."""
    config = env.config
    if config.language in (None, "", "en"):
        return None
    domain = docname_to_domain(docname, config.gettext_compact)
    folders = [Path(env.srcdir, folder) for folder in config.locale_dirs]
    catalog, has_catalog = init_locale(folders, config.language, domain)
    return catalog.gettext if has_catalog else None


def root_catalog(config: Config, srcdir: str | Path) -> Translate | None:
    """Return the message lookup of the root document, or None without a catalog.

    It is needed before Sphinx compiles catalogs, so ``.po`` files are read.
    """
    if config.language in (None, "", "en"):
        return None
    domain = docname_to_domain(config.root_doc, config.gettext_compact)
    for folder in config.locale_dirs:
        base = Path(srcdir, folder, config.language, "LC_MESSAGES", domain)
        for suffix in (".po", ".mo"):
            file = base.with_name(base.name + suffix)
            if file.is_file():
                try:
                    return read_catalog(file).gettext
                except CatalogError as error:
                    # Sphinx reports an invalid catalog later.
                    report([error.problem] if suffix == ".mo" else ())
    return None


def view_texts(view: Any) -> Collection[str]:
    """Return the translatable texts of a view, without duplicates."""
    texts: dict[str, None] = {}

    def record(text: str) -> str:
        # Messages of the package have their own catalogs.
        if not isinstance(text, Message):
            texts[text] = None
        return text

    translate_view(view, record)
    return texts


def translate_view(view: _Value, translate: Translate) -> _Value:
    """Return views with all translatable texts in the language of the page."""

    def translate_part(name: str, part: Any) -> Any:
        if not part:
            return part
        if name == LINK_TEXT_FIELDS:
            label, url = part
            return (translate(label), url) if label != url else part
        is_text = name in TEXT_FIELDS or name in VIEW_TEXT_FIELDS.get(type(view).__name__, ())
        return translate(part) if is_text else translate_view(part, translate)

    has_no_texts = translate is str or hasattr(view, "_fields")
    return view if has_no_texts else change_parts(view, translate_part)


def with_descriptions(view: _Value, change: Translate) -> _Value:
    """Return views with a function applied to their descriptions."""

    def change_part(name: str, part: Any) -> Any:
        if not part:
            return part
        return change(part) if name == "description" else with_descriptions(part, change)

    return view if hasattr(view, "_fields") else change_parts(view, change_part)


def message_paragraph(message: str, location: str) -> nodes.paragraph:
    """Return a paragraph from which the gettext builder extracts a message."""
    paragraph = nodes.paragraph(message, message)
    paragraph.source, paragraph.line = location, 1
    # The builder skips nodes without the attributes that Sphinx sets while reading.
    paragraph.uid = ""  # type: ignore[attr-defined]
    return paragraph
