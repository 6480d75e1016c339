"""Variables of the settings: filled in everywhere on a page, and others named once."""

DOCS = {
    "theme": "mint",
    "name": "Parcel",
    "colors": {"primary": "#0D9373"},
    "variables": {"product": "Lamp", "version": 2, "base-url": "https://example.com/x"},
    "navigation": {"pages": ["index", "plain"]},
}
PAGE = """---
title: The {{product}} guide
---

import Part from "/snippets/part.mdx";

Buy {{ product }} {{version}} at [the shop]({{base-url}}/shop).

```yaml {{product}}.yml
name: {{product}}
run: ${{ github.ref }}
```

<div style={{ color: "red" }}>Red</div>

<Card title="{{product}}" href="{{base-url}}">Text</Card>

<Part />
"""
FILES = {
    "docs.json": DOCS,
    "index.mdx": PAGE,
    "plain.md": "# Plain {{product}}\n",
    "snippets/part.mdx": "A part of {{product}}.\n",
}


def test_variables_are_filled_in_text_titles_code_and_links(build_clean):
    site = build_clean(FILES)
    page = site.page("index.html")
    prose = page.select_one(".sj-prose")

    assert page.select_one("title").text == "The Lamp guide - Parcel"
    assert page.select_one('.sj-tree [aria-current="page"]').text == "The Lamp guide"
    assert "Buy Lamp 2 at" in prose.text
    assert prose.select_one('a[href="https://example.com/x/shop"]').text == "the shop"
    assert "name: Lamp\nrun: ${{ github.ref }}" in prose.select_one("pre").text
    assert prose.select_one('.sjc-card[href="https://example.com/x"], .sjc-card a') is not None
    assert "A part of Lamp." in prose.text
    assert site.page("plain.html").select_one("h1").text.startswith("Plain Lamp")


def test_a_change_of_a_variable_changes_the_pages(build_site):
    site = build_site(FILES).rebuild({"docs.json": {**DOCS, "variables": {"product": "Oil"}}})

    assert site.page("plain.html").select_one("h1").text.startswith("Plain Oil")


def test_an_unknown_variable_is_named_once(build_site):
    text = "# T\n\n```text\n{{produc}} {{produc}}\n```\n\nWith {{produc}}.\n"
    site = build_site({**FILES, "index.mdx": text, "plain.md": text})

    (warning,) = site.warnings.splitlines()
    assert warning.partition("/source/")[2] == (
        'index.mdx:4: WARNING: there is no variable "produc"; the text is unchanged. '
        'Did you mean "product"? The same applies to 1 other page. [sitejson.unknown_variable]'
    )


def test_without_variables_braces_stay(build_clean):
    docs = {key: value for key, value in DOCS.items() if key != "variables"}
    text = "# T\n\n```text\n{{product}}\n```\n"
    site = build_clean({**FILES, "docs.json": docs, "index.mdx": text, "plain.md": "# P\n"})

    assert "{{product}}" in site.page("index.html").select_one("pre").text
