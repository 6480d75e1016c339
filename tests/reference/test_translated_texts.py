"""All texts of a document reach the catalogs, and come back from them in every format."""

import re

import pytest

from support.sites import api_settings

FILLED = {"200": {"description": "Word00"}}
DOCUMENT = {
    "openapi": "3.2.0",
    "info": {
        "title": "Word01",
        "version": "1",
        "summary": "Word02",
        "description": "Word03\n\n# Word04\n\n|Word05|B|\n|---|---|\n|Word06|Word07|\n\n- Word08",
    },
    "externalDocs": {"url": "https://example.com/a", "description": "Word09"},
    "servers": [{"url": "https://example.com", "name": "Word10", "description": "Word11"}],
    "tags": [
        {
            "name": "t",
            "summary": "Word12",
            "description": "Word13",
            "externalDocs": {"url": "https://example.com/b", "description": "Word14"},
        }
    ],
    "paths": {
        "/things": {
            "summary": "Word15",
            "description": "Word16",
            "post": {
                "operationId": "addThing",
                "summary": "Word17",
                "tags": ["t"],
                "description": "Word18\n\n| Word19 |\n|---|\n| Word20 |\n\n1. Word21\n\n## Word22",
                "externalDocs": {"url": "https://example.com/c", "description": "Word23"},
                "parameters": [
                    {
                        "name": "p",
                        "in": "query",
                        "description": "Word24\n\n| Word25 |\n|---|\n| Word26 |\n\n- Word27",
                        "schema": {"type": "string"},
                        "examples": {
                            "e": {"summary": "Word28", "value": "v", "description": "Word29"}
                        },
                    }
                ],
                "requestBody": {
                    "description": "Word30",
                    "content": {
                        "application/json": {
                            "schema": {
                                "oneOf": [
                                    {
                                        "title": "Word31",
                                        "type": "object",
                                        "description": "Word32",
                                        "properties": {"a": {"description": "Word33"}},
                                    },
                                    {
                                        "title": "Word34",
                                        "type": "object",
                                        "properties": {"b": {"type": "string"}},
                                    },
                                ]
                            }
                        }
                    },
                },
                "responses": {"201": {"description": "Word35"}},
                "callbacks": {
                    "done": {
                        "{$request.query.p}": {
                            "summary": "Word36",
                            "description": "Word41",
                            "post": {
                                "summary": "Word37",
                                "description": "Word38",
                                "responses": FILLED,
                            },
                        }
                    }
                },
            },
        }
    },
    "components": {
        "schemas": {
            "S": {
                "type": "object",
                "description": "Word39",
                "externalDocs": {"url": "https://example.com/d", "description": "Word40"},
            }
        }
    },
}
SITE = api_settings("Things", "/things.json")
FILES = {"site.json": SITE, "index.mdx": "---\ntitle: Home\n---\n", "things.json": DOCUMENT}
WORDS = [f"Word{number:02}" for number in range(42)]
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
# The link of a schema is a paragraph of its description.
TEXTS = [*WORDS, "[Word40](<https://example.com/d>)"]
CATALOG = HEAD + "".join(f'msgid "{w}"\nmsgstr "{w.replace("Word", "Wort")}"\n\n' for w in TEXTS)
TRANSLATED = {
    **FILES,
    "locale/de/LC_MESSAGES/api.po": CATALOG,
    "locale/de/LC_MESSAGES/index.po": CATALOG,
}
CONF = 'language = "de"\nlocale_dirs = ["locale"]\n'


def test_every_text_is_extracted(build_clean):
    site = build_clean(FILES, builder="gettext")

    assert sorted(set(re.findall(r'msgid "\[?(Word..)["\]]', site.text("api.pot")))) == WORDS


def test_each_page_has_its_texts_where_catalogs_are_apart(build_site):
    site = build_site(FILES, builder="gettext", conf="gettext_compact = False\n")

    overview = re.findall('msgid "(Word..)"', site.text("api/index.pot"))
    assert {"Word01", "Word04", "Word09", "Word10", "Word12", "Word13", "Word14", "Word17"} <= {
        *overview
    }
    (tag,) = [each for each in site.outdir.rglob("index.pot") if each.parent.parent.name == "api"]
    assert {"Word12", "Word13", "Word14", "Word17"} <= {
        *re.findall('msgid "(Word..)"', tag.read_text())
    }


@pytest.mark.parametrize("builder", ["html", "text"])
def test_every_text_is_translated(build_clean, builder):
    site = build_clean(TRANSLATED, conf=CONF, builder=builder)
    suffix = "txt" if builder == "text" else "html"
    files = list((site.outdir / "api").rglob(f"*.{suffix}"))
    texts = {file: shown(file.read_text(), builder) for file in files}

    assert {file.name: re.findall("Word..", text) for file, text in texts.items()} == {
        file.name: [] for file in files
    }
    found = set(re.findall("Wort(..)", " ".join(texts.values())))
    assert sorted(found) == [word.removeprefix("Word") for word in WORDS]


def test_markdown_copies_are_translated(build_site):
    site = build_site(TRANSLATED, conf=CONF)
    (page,) = [
        file
        for file in (site.outdir / "api").rglob("*.md")
        if "Wort17" in file.read_text() and "Wort37" in file.read_text()
    ]

    assert re.findall("Word..", page.read_text()) == []


def test_sections_keep_the_ids_of_the_document(build_site):
    site = build_site(TRANSLATED, conf=CONF)

    assert site.page("api/index.html").find(id="word04").find("h2").text.startswith("Wort04")


def shown(text, builder):
    """Return what a reader of a page sees; scripts, samples and places are no words."""
    if builder == "text":
        return text
    main = text[text.index("<main") : text.index("</main>")]
    return re.sub(r"<script.*?</script>|<[^>]*>", " ", main, flags=re.DOTALL)


def test_listings_are_translated(build_clean):
    page = "Home\n====\n\n.. openapi:: things.json\n   :group:\n"
    site = build_clean(
        {
            "site.json": {**SITE, "tabs": []},
            "index.rst": page,
            "things.json": DOCUMENT,
            "locale/de/LC_MESSAGES/index.po": CATALOG,
        },
        conf=CONF,
    )
    text = shown(site.text("index.html"), "html")

    assert re.findall("Word..", text) == []
    assert {"Wort12", "Wort13", "Wort17", "Wort31"} <= {*re.findall("Wort..", text)}
