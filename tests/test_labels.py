"""Every label of the theme and every word of API pages is in every catalog that ships."""

import re
from string import Formatter

import pytest

from support.labels import (
    LANGUAGES,
    THEME_LANGUAGES,
    catalog_file,
    labels,
    labels_in,
    own_labels,
    read_catalog,
)

ALL_LANGUAGES = (*LANGUAGES, *THEME_LANGUAGES)

GAP = re.compile(r"%\(\w+\)[sd]|%[sd]")


def gaps(text: str) -> list[str]:
    names = (name for _text, name, _spec, _how in Formatter().parse(text) if name is not None)
    return sorted([*(f"{{{name}}}" for name in names), *GAP.findall(text)])


def test_labels_are_found_where_they_are_written():
    found = labels()

    assert found["Skip to content"] == "theme/sitejson/layout.html"
    assert found["Allowed values"].startswith("templates/api/")
    assert found["at least {amount}"] == "reference/views/schema_texts.py"
    assert found["{number} items"] == "reference/views/schema_texts.py"
    assert "Search" in found and "Search" not in own_labels()


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_every_label_is_translated(language):
    catalog = read_catalog(language)
    entries = {label: catalog.get(label) for label in labels_in(language)}
    missing = [label for label, entry in entries.items() if not (entry and entry.string)]

    assert missing == [], "run `make labels` and fill in what is empty"


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_translations_have_the_gaps_of_the_label(language):
    wrong = {
        message.id: message.string
        for message in read_catalog(language)
        if message.id and gaps(message.id) != gaps(message.string)
    }

    assert wrong == {}


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_catalogs_have_no_label_that_is_gone(language):
    named = {message.id for message in read_catalog(language) if message.id}

    assert named - {*labels_in(language)} == set()
    assert catalog_file(language).is_file()
