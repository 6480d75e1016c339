"""The language of the site, and the lines of its catalogs."""

import pytest

from support.sites import DEFAULT_CONF

SITE = {"name": "S", "navigation": [{"pages": ["index"]}]}
FILES = {"site.json": SITE, "index.mdx": "# Start\n\nHello.\n"}
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("german", ' Did you mean "de"?'),
        ("English", ' Did you mean "en"?'),
        ("spansh", ' Did you mean "es"?'),
        ("xx", ""),
    ],
)
def test_a_language_that_does_not_exist_is_reported(build_site, language, hint):
    built = build_site({**FILES, "conf.py": f"{DEFAULT_CONF}language = {language!r}\n"})

    (line,) = [each for each in built.warnings.splitlines() if "[sitejson." in each]
    number = DEFAULT_CONF.count("\n") + 1
    assert f'conf.py:{number}: WARNING: "language": "{language}" is not the code of a' in line
    assert line.endswith(f"labels are in English.{hint} [sitejson.wrong_value]")


@pytest.mark.parametrize("language", ["de", "pt_BR", "zh-CN", "sr@latin", "la", "jp", "en_GB"])
def test_codes_of_languages_are_accepted(build_site, language):
    built = build_site({**FILES, "conf.py": f"{DEFAULT_CONF}language = {language!r}\n"})

    assert "is not the code of a" not in built.warnings


def test_a_language_of_docs_json_that_does_not_exist_is_reported(build_site):
    division = {"language": "qq", "groups": [{"group": "S", "pages": ["index"]}]}
    docs = {
        "name": "S",
        "theme": "mint",
        "colors": {"primary": "#0d7d4d"},
        "navigation": {"languages": [division]},
    }
    built = build_site({"docs.json": docs, "index.mdx": FILES["index.mdx"]})

    assert 'navigation.languages[0].language: "qq" is not the code of a language' in built.warnings


ENTRIES = [
    ('msgid "Hello.\nmsgstr "Hallo."\n', [5], "no closing quotation mark"),
    ('msgid "Hello."\nmsgstr "Hal\\"\n', [6], "no closing quotation mark"),
    ('msgid "Hello."\nmsgstr Hallo.\n', [6], "neither msgid, msgstr, a text in"),
    ('msgid "Hello."\nmsgstring "Hallo."\n', [6], "neither msgid, msgstr, a text in"),
    ("a\n" * 9, [5, 6, 7], "neither msgid, msgstr, a text in"),
    ('#~ msgid "Old\n# "\n\t\nmsgid "Hello."\r\nmsgstr "" \n "Ha\\"llo."\n', [], ""),
]


def test_lines_of_a_catalog_that_cannot_be_read_are_reported(build_site):
    catalogs = {f"locale/de/LC_MESSAGES/p{n}.po": HEAD + row[0] for n, row in enumerate(ENTRIES)}
    pages = {f"p{number}.mdx": FILES["index.mdx"] for number in range(len(ENTRIES))}
    conf = f'{DEFAULT_CONF}language = "de"\nlocale_dirs = ["locale"]\n'
    built = build_site({**FILES, "conf.py": conf, **pages, **catalogs})

    found = [line for line in built.warnings.splitlines() if "[sitejson.catalog]" in line]
    for name, (_, lines, cause) in zip(catalogs, ENTRIES, strict=True):
        own = [line for line in found if f"{name}:" in line]
        assert len(own) == len(lines)
        for line, number in zip(own, lines, strict=True):
            assert f"{name}:{number}: WARNING: " in line
            assert cause in line


def test_a_translation_that_changes_a_link_names_both_targets(build_site):
    conf = f'{DEFAULT_CONF}language = "de"\nlocale_dirs = ["locale"]\n'
    entry = 'msgid "See [the start](/index)."\nmsgstr "Siehe [den Anfang](/start)."\n'
    files = {**FILES, "conf.py": conf, "locale/de/LC_MESSAGES/page.po": HEAD + entry}
    built = build_site({**files, "page.mdx": "# Page\n\nSee [the start](/index).\n"})

    assert "original: ['/index'], translated: ['/start']" in built.warnings
