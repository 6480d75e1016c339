"""The labels of the theme and the words of API pages, and the catalogs that translate them.

``make labels`` runs this file: it adds new labels to every catalog, takes out those that are gone,
and says how many wait for a translation.
"""

import gettext
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import sphinx
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from sphinx_sitejson.site_build.labels import SPHINX_LABELS

PACKAGE = Path(__file__).parents[2] / "sphinx_sitejson"
FOLDER = PACKAGE / "locale"
LANGUAGES = ("de", "es", "fr", "ja", "zh_CN")
THEME_LANGUAGES = ("ar", "he", "it", "ko", "nl", "pl", "pt", "ru", "tr", "uk")
"""Languages that have the labels of the theme, but not the words of API pages."""

# Calls whose first argument is a label.
_RULES = dict.fromkeys(("Rule", "_always", "_narrower", "_wider"), (1,))
_PYTHON_CALLS = {"_": None, "Message": None, "form": None, **_RULES}
_TEMPLATE_FOLDERS = {
    PACKAGE / "theme": {"silent": "false"},
    PACKAGE / "templates": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"},
}


@cache
def labels() -> dict[str, str]:
    """Return every label, with the file that has it first."""
    found: dict[str, str] = {}
    for label, path in (*_labels_of_templates(), *_labels_of_modules()):
        found.setdefault(label, path.relative_to(PACKAGE).as_posix())
    return found


@cache
def own_labels() -> dict[str, str]:
    """Return the labels that Sphinx has not translated into all our languages, or did not once."""
    known = [_words_of_sphinx(language) for language in LANGUAGES]
    return {
        label: place
        for label, place in labels().items()
        if label in SPHINX_LABELS or not all(words.gettext(label) != label for words in known)
    }


def labels_in(language: str) -> dict[str, str]:
    """Return the labels that the catalog of a language has."""
    if language in LANGUAGES:
        return own_labels()
    return {
        label: place for label, place in own_labels().items() if place.startswith("theme/sitejson/")
    }


def catalog_file(language: str) -> Path:
    """Return the place of a catalog."""
    return FOLDER / language / "LC_MESSAGES" / "sitejson.po"


def read_catalog(language: str) -> Catalog:
    """Read a catalog; an empty one if there is none."""
    file = catalog_file(language)
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def update_catalog(language: str) -> int:
    """Write a catalog with exactly the labels there are; return how many have no translation."""
    old = read_catalog(language)
    new = Catalog(locale=language, fuzzy=False)
    missing = 0
    for label, place in sorted(labels_in(language).items()):
        message = old.get(label)
        text = message.string if message else ""
        missing += not text
        new.add(label, text, auto_comments=[place])
    file = catalog_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        write_po(target, new, omit_header=True, width=0)
    header = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n'
    header += '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    file.write_text(header + file.read_text(encoding="utf-8"), encoding="utf-8")
    return missing


def _labels_of_templates() -> Iterator[tuple[str, Path]]:
    for folder, options in _TEMPLATE_FOLDERS.items():
        for path in sorted((*folder.rglob("*.html*"), *folder.rglob("*.json.jinja"))):
            with path.open("rb") as source:
                for _line, _call, words, _comments in babel_extract(source, ["_"], [], options):
                    label = words if isinstance(words, str) else (words or ("",))[0]
                    if label:
                        yield label, path


def _labels_of_modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        with path.open("rb") as source:
            for _line, label, _comments, _context in extract(
                "python", source, keywords=_PYTHON_CALLS
            ):
                yield (label if isinstance(label, str) else label[0]), path


def _words_of_sphinx(language: str) -> gettext.NullTranslations:
    folder = Path(sphinx.__file__).parent / "locale"
    return gettext.translation("sphinx", folder, [language])


if __name__ == "__main__":
    for language in (*LANGUAGES, *THEME_LANGUAGES):
        print(f"{language}: {update_catalog(language)} labels wait for a translation")
