"""The theme's labels and the words of API pages in the language of the site.

Sphinx's catalog comes first, for it has many of the words already; then a catalog ``sitejson`` of
the owner, from ``locale_dirs``; then ours. Catalogs are read as text, so none has to be compiled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from sphinx.locale import _TranslationProxy, get_translation, translators

from sphinx_sitejson.common.files import LOCALE, describe_os_error
from sphinx_sitejson.common.messages import Gettext, Message, form, translate_messages
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.patches.application import translate_version_labels_late

from .reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CATALOG = "sitejson"
WORDS_OF_SPHINX = (
    form("Link to this code"),
    form("Link to this definition"),
    form("Link to this equation"),
    form("Link to this heading"),
    form("Link to this image"),
    form("Link to this table"),
    form("Link to this term"),
    form("Link to this toctree"),
    form("Removed in version %s"),
)
"""What Sphinx shows on pages of any kind and has not in all our languages; ours fill the gaps."""

_Value = TypeVar("_Value")

_ = get_translation(CATALOG)
"""Translates at once; texts of modules and classes need ``lazy_label``."""


def lazy_label(text: str) -> str:
    """Return a text that is translated when it is used, whenever its module is imported.

    ``_`` returns such texts only until the catalogs are loaded. Imported as ``_``, so that the
    labels of a module are found.
    """
    return _TranslationProxy(CATALOG, "general", text)  # type: ignore[return-value]


class NoCatalog(NullTranslations):
    """Stands for a language that has no words of ours: everything stays as it is."""


def in_site_language(value: _Value) -> _Value:
    """Return data with the words of ours in it in the language of the site."""
    gettext = _site_gettext()
    return value if gettext is None else translate_messages(value, gettext)


def around_in_site_language(message: Message, gap: str) -> tuple[str, str, str]:
    """Return what a message says before a gap, in it and behind it, in the site's language."""
    return message.translate_around(gap, _site_gettext() or str)


def _site_gettext() -> Gettext | None:
    """Return what translates words of ours, if the language of the site has any."""
    translator = translators.get(("general", CATALOG))
    if translator is None or isinstance(translator, NoCatalog):
        return None
    return translator.gettext


def without_lazy_texts(value: object) -> object:
    """Return data with texts in the place of those that are translated when they are shown."""
    if isinstance(value, _TranslationProxy):
        return str(value)
    if isinstance(value, list | tuple):
        parts = [without_lazy_texts(part) for part in value]
        kind: Any = type(value)
        return kind(*parts) if hasattr(value, "_fields") else kind(parts)
    if type(value) is dict:
        return {key: without_lazy_texts(part) for key, part in value.items()}
    return value


def catalog_files(app: Sphinx, language: str = "") -> Iterator[Path]:
    """Yield the catalogs of a language, the owner's first; without one, of the site's."""
    language = language or app.config.language or "en"
    names = dict.fromkeys((language, language.partition("_")[0]))
    own = [Path(app.srcdir, folder) for folder in app.config.locale_dirs]
    for folder in (*own, LOCALE):
        for name in names:
            file = folder / name / "LC_MESSAGES" / f"{CATALOG}.po"
            if file.is_file():
                yield file


class CatalogError(Exception):
    """A catalog that cannot be read, and why."""

    def __init__(self, file: Path, fault: Exception) -> None:
        super().__init__(str(fault))
        reason = describe_os_error(fault) if isinstance(fault, OSError) else str(fault).rstrip(".")
        self.problem = Problem(
            code=ProblemCode.CATALOG,
            message=f"the catalog cannot be read: {reason or 'its form is not known'}.",
            place=Place(file=str(file), line=getattr(fault, "lineno", None) or 1),
        )


def read_catalog(file: Path) -> GNUTranslations:
    """Read a catalog, be it a text or compiled.

    :raises CatalogError: whatever is wrong with it.
    """
    try:
        return _read(file)
    # Two libraries read what is in the file, each with errors of many kinds.
    except Exception as fault:
        raise CatalogError(file, fault) from fault


def _read(file: Path) -> GNUTranslations:
    if file.suffix == ".mo":
        with file.open("rb") as source:
            return GNUTranslations(source)
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


def add_catalogs(app: Sphinx) -> None:
    """Let Sphinx's own translator know our words, in templates as in Python."""
    digest = hashlib.sha256()
    translators["general", CATALOG] = NoCatalog()
    for file in catalog_files(app):
        translators["general", CATALOG] = app.translator
        try:
            app.translator.add_fallback(read_catalog(file))
            digest.update(file.read_bytes())
        except CatalogError as error:
            report([error.problem])
    # Pages are read and written again when the words change.
    app.add_config_value("sitejson_catalogs", digest.hexdigest(), "env", frozenset({str}))


def setup_labels(app: Sphinx) -> None:
    """Add the catalogs; Sphinx has loaded its own before any extension."""
    add_catalogs(app)
    translate_version_labels_late()
