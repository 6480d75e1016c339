"""Translation of the texts of documents: one document, all languages.

The gettext builder finds each paragraph of each text; a catalog of the page, in the place where
Sphinx looks for them, gives it back in another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.pofile import PoFileError
from docutils import nodes
from sphinx.locale import init as init_locale
from sphinx.util.i18n import docname_to_domain

from .labels import read_catalog

if TYPE_CHECKING:
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

Translate = Callable[[str], str]

_PARAGRAPH_END = re.compile(r"(\n[ \t]*\n)")
_NO_PARAGRAPH = re.compile(r"^(?:\s*(?:[-*+>|#]|\d+[.)]\s|```|~~~)| {4})", re.MULTILINE)


def translator_for(env: BuildEnvironment, docname: str) -> Translate:
    """Return what translates texts on a page; without a catalog they stay as they are."""
    gettext = catalog_of(env, docname)
    return str if gettext is None else lambda text: translated(text, gettext)


def catalog_of(env: BuildEnvironment, docname: str) -> Translate | None:
    """Return what gives the messages of a page in the language of the site, if there is any."""
    if not env.config.language or env.config.language == "en":
        return None
    domain = docname_to_domain(docname, env.config.gettext_compact)
    folders = [Path(env.srcdir, folder) for folder in env.config.locale_dirs]
    catalog, has_catalog = init_locale(folders, env.config.language, domain)
    return catalog.gettext if has_catalog else None


def root_catalog(config: Config, srcdir: str | Path) -> Translate | None:
    """Return what gives the names around pages in the language of the site, if there is any.

    They are needed before Sphinx compiles catalogs, so that a text is read where there is one.
    """
    if not config.language or config.language == "en":
        return None
    domain = docname_to_domain(config.root_doc, config.gettext_compact)
    for folder in config.locale_dirs:
        base = Path(srcdir, folder, config.language, "LC_MESSAGES", domain)
        for file in (base.with_name(f"{base.name}.po"), base.with_name(f"{base.name}.mo")):
            # Sphinx tells of a catalog that cannot be read, when it comes to it.
            with suppress(OSError, PoFileError, ValueError):
                return read_catalog(file).gettext
    return None


def translated(text: str, gettext: Translate) -> str:
    """Translate a text paragraph by paragraph."""
    parts = _PARAGRAPH_END.split(text)
    return "".join(
        _changed(part, gettext) if number % 2 == 0 else part for number, part in enumerate(parts)
    )


def messages_of(text: str) -> Iterator[str]:
    """Yield the paragraphs of a text as catalogs know them."""
    for part in _PARAGRAPH_END.split(text)[::2]:
        if message := _message(part):
            yield message


def texts_of(view: Any) -> Iterator[str]:
    """Yield the texts of a view that are written for people, each once."""
    yield from dict.fromkeys(_all_texts(view))


def translated_view(value: Any, translate: Translate) -> Any:
    """Return views with their descriptions in the language of the page."""
    if translate is str:
        return value
    if isinstance(value, tuple):
        return tuple(translated_view(entry, translate) for entry in value)
    if isinstance(value, dict):
        return {key: translated_view(entry, translate) for key, entry in value.items()}
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {
        field.name: translate(inner)
        if field.name == "description"
        else translated_view(inner, translate)
        for field in fields(value)
        if (inner := getattr(value, field.name))
    }
    return replace(value, **changes)


def message_paragraph(message: str, location: str) -> nodes.paragraph:
    """Return a node that the gettext builder takes a message from."""
    paragraph = nodes.paragraph(message, message)
    paragraph.source, paragraph.line = location, 1
    # The builder passes over nodes that Sphinx did not number when it read the page.
    paragraph.uid = ""  # type: ignore[attr-defined]
    return paragraph


def _changed(part: str, gettext: Translate) -> str:
    message = _message(part)
    found = gettext(message) if message else ""
    return found if found and found != message else part


def _message(part: str) -> str:
    """Return a paragraph in one line; lists, tables and code are no paragraphs."""
    return "" if _NO_PARAGRAPH.search(part) else " ".join(part.split())


def _all_texts(view: Any) -> Iterator[str]:
    if isinstance(view, tuple):
        for entry in view:
            yield from _all_texts(entry)
    elif is_dataclass(view):
        for field in fields(view):
            value = getattr(view, field.name)
            if field.name in ("description", "path_summary", "path_description") or (
                field.name == "title" and hasattr(view, "method")
            ):
                yield value
            elif not isinstance(value, str):
                yield from _all_texts(value)
