"""What MyST reads in Markdown pages without a word in ``conf.py``, and what is said of the rest."""

import pytest

from support.small_sites import settings

SITE = settings("index")
PAGE = """\
# Page

:::{note}
Between colons.
:::

Term
: Its definition.

The energy $E=mc^2$ costs $5 or $6.
"""


def build(build_site, page, name="index.mdx", **options):
    return build_site({"site.json": SITE, name: page}, **options)


def main(site, name="index"):
    return site.page(f"{name}.html").select_one("main")


@pytest.mark.oldest
@pytest.mark.parametrize("name", ["index.mdx", "index.md"])
def test_a_fresh_project_has_what_its_documentation_shows(build_site, name):
    site = build(build_site, PAGE, name)
    content = main(site)

    assert site.warnings == ""
    note = content.select_one(".admonition.note")
    assert note.get_text(" ", strip=True) == "Note Between colons."
    assert content.select_one("dd").get_text(strip=True) == "Its definition."
    assert len(content.select("math")) == 1
    assert "costs $5 or $6." in content.get_text()


@pytest.mark.parametrize(
    "conf", ["myst_enable_extensions = []", 'extensions = ["sphinx_sitejson", "myst_parser"]']
)
def test_an_author_who_chose_the_syntax_of_md_pages_keeps_it_and_mdx_has_ours(build_site, conf):
    page = PAGE.replace(":::{note}\nBetween colons.\n:::\n", "")
    site = build_site({"site.json": SITE, "index.md": page, "more.mdx": PAGE}, conf=conf)

    assert "sitejson" not in site.warnings
    assert "$E=mc^2$" in main(site).get_text()
    assert main(site).select_one("dd") is None
    assert main(site, "more").select_one(".admonition.note")
    assert main(site, "more").select_one("math")


def test_a_directive_between_colons_that_is_not_read_is_reported(build_site):
    site = build(build_site, PAGE, "index.md", conf="myst_enable_extensions = []")

    assert site.warnings.count("WARNING") == 1
    assert "index.md:3: WARNING" in site.warnings
    assert "colon_fence" in site.warnings and "[sitejson.mdx_fence]" in site.warnings


@pytest.mark.parametrize("attributes", ["{.seealso}", "{#lamps}"])
def test_a_class_between_colons_is_no_directive(build_clean, attributes):
    page = f"# Lamps\n\n::: {attributes}\nWords.\n:::\n"
    site = build_clean({"site.json": SITE, "index.md": page}, conf="myst_enable_extensions = []")

    assert f"::: {attributes}" in main(site).get_text()


def test_unknown_fences_are_reported_with_their_line_and_nothing_is_lost(build_site):
    page = """\
:::infoo Title
First.
:::

:::columns
Second.
:::

::::{note}
Before.

:::{unknwon}
Third.
:::
::::

```{pyhton}
fourth = 4
```
"""
    site = build(build_site, f"---\ntitle: Faults\n---\n\n{page}")
    text = main(site).get_text()

    for words in ("First.", "Second.", "Third.", "fourth = 4"):
        assert text.count(words) == 1, words
    lines = [line.partition("index.mdx:")[2] for line in site.warnings.splitlines()]
    assert [line.partition(":")[0] for line in lines] == ["5", "9", "16", "21"]
    assert 'Did you mean ":::info"?' in lines[0]
    assert 'A directive is ":::{columns}".' in lines[1]
    assert "unknwon" in lines[2] and "pyhton" in lines[3]


def test_words_between_dollar_signs_are_reported_once_for_a_page(build_site):
    page = "---\ntitle: Signs\n---\n\nText\nwith $speed$ and $name$ in it.\n\nAgain $speed$.\n"
    site = build(build_site, page)

    assert "$speed$ and $name$ in it." in site.page("index.html").get_text()
    assert site.warnings.count("WARNING") == 1
    assert "index.mdx:6: WARNING" in site.warnings
    assert "[sitejson.formula]" in site.warnings


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (r"\frac{1}{", "its braces do not match"),
        (r"\frac{1}}{2}", "its braces do not match"),
        (r"\nope{x}", r'Unknown LaTeX command "\nope"'),
    ],
)
def test_a_formula_that_cannot_be_read_is_shown_with_the_reason(build_site, formula, reason):
    site = build(build_site, f"---\ntitle: Formulas\n---\n\n$$\n{formula}\n$$\n")

    assert site.page("index.html").select_one(".sj-formula").text == formula
    assert f'"{formula}" could not be read ({reason}); it is shown as written.' in site.warnings


@pytest.mark.parametrize("first", ["First {#own}", "Own"])
def test_an_anchor_that_the_page_already_has_is_reported(build_site, first):
    page = f"---\ntitle: Headings\n---\n\n## {first}\n\n## Second {{#own}}\n"
    site = build(build_site, page)
    sections = site.page("index.html").select("main section section")

    assert [section["id"] for section in sections] == ["own", "own-1"]
    assert site.warnings.endswith(
        'index.mdx:7: WARNING: the page already has an anchor "own"; this heading gets "own-1". '
        "Use a different one, and correct the links to it. [sitejson.duplicate_anchor]\n"
    )


def test_pages_that_moved_from_other_services_keep_their_anchors_and_footnotes(build_site):
    names = ",\n".join(f"  Snippet{number} as LongNameOfSnippet{number}" for number in range(80))
    page = f"""\
import {{
{names}
}} from '/snippets/many.mdx'

## Settings

See [these](#settings-3) and [those](#settings-2).

## Settings

<LongNameOfSnippet7 />

## Settings

One[^one], two[^2] and none[^none].

[^one]: The first.
"""
    exports = "\n".join(f'export const Snippet{n} = "Text {n}"' for n in range(80))
    exports = exports.replace('"Text 7"', "() => <b>Seven</b>")
    files = {"index.mdx": f"---\ntitle: Moved\n---\n\n{page}", "snippets/many.mdx": exports}
    site = build_site({"site.json": SITE, **files})
    content = main(site)

    anchors = [heading.parent["id"] for heading in content.select("h2")]
    assert anchors == ["settings", "settings-2", "settings-3"]
    links = [link["href"] for link in content.select("p > a.reference")]
    assert links[:2] == ["#settings-3", "#settings-2"]
    assert "Seven" in content.get_text()
    assert "two[^2] and none[^none]." in content.get_text()
    assert len(content.select(".footnote-reference")) == 1
    assert [line.partition("WARNING: ")[2] for line in site.warnings.splitlines()] == [
        f'the footnote "[^{name}]" is not defined; it is shown as written. [sitejson.broken_link]'
        for name in ("2", "none")
    ]


@pytest.mark.parametrize("builder", ["html", "latex", "text"])
def test_a_table_may_have_no_rows(build_site, builder):
    """LaTeX ends the build of such a table of MyST."""
    site = build(build_site, "# Page\n\n| Name | Type |\n|---|---|\n\nEnd.\n", builder=builder)

    output = {"html": "index.html", "latex": "site.tex", "text": "index.txt"}[builder]
    assert site.warnings == ""
    assert "Type" in site.text(output) and "End." in site.text(output)


UNCLOSED = [
    ("```python\nx = 1\n\n## Next\n\nText.\n", 3, '"```python" opens a code block'),
    ("```python\nx = 1\n```\n\nText.\n\n```\n", 9, '"```" opens a code block'),
    ("````text\nx\n```\n\nText.\n", 3, '"````text" opens a code block'),
    ("```text\nx = 1\n\nText.\n\n```js\ny\n```\n", 8, "begins in line 3; close that"),
    ("<!-- A note.\n\nText.\n", 3, 'the comment "<!-- A note." is not closed'),
]


def build_pages(build_site, pages, suffix, **options):
    """Build a site with a page for each text, and give its warnings."""
    files = {f"p{number}{suffix}": f"# Page\n\n{text}" for number, text in enumerate(pages)}
    names = [name.removesuffix(suffix) for name in files]
    return build_site({"site.json": settings(*names), **files}, **options).warnings


def test_what_is_not_closed_in_an_md_page_is_reported_once(build_site):
    pages = [page for page, *_ in UNCLOSED]
    conf = 'sitejson_markdown_syntax = "myst"'
    warnings = build_pages(build_site, pages, ".md", conf=conf).splitlines()

    assert len(warnings) == len(UNCLOSED)
    for number, (_, line, message) in enumerate(UNCLOSED):
        (warning,) = [each for each in warnings if f"/p{number}.md:{line}: WARNING: " in each]
        assert message in warning and "[sitejson.mdx_" in warning


def test_code_that_ends_with_its_page_or_shows_fences_is_no_mistake(build_site):
    pages = [
        "```sh\n# a comment\n\nls\n", "````md\n```js\nx\n```\n````\n", "```text\n~~~js\n```\n",
        "```tsx\n<Task>\n    Review this:\n    ```diff\n    - x\n</Task>\n```\n",
        "- ```sh\n  ls\n\nText.\n", "<!-- A note.\n\nMore. -->\n\nText.\n",
    ]  # fmt: skip
    conf = 'sitejson_markdown_syntax = "myst"'

    assert build_pages(build_site, pages, ".md", conf=conf) == ""


def test_a_code_block_of_an_mdx_page_that_has_the_next_one_is_reported(build_site):
    site = build(build_site, "# Page\n\n```python\nx\n\n```js\ny\n```\n")

    assert site.warnings.count("WARNING") == 1
    assert 'index.mdx:6: WARNING: "```js" is inside the code block that begins' in site.warnings


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
def test_nested_code_blocks_with_equal_fences_are_one_mistake(build_site, name):
    nested = "```md\nText.\n\n```js\ny\n```\n\n```\n"
    site = build(build_site, f"# Page\n\n{nested}\n## More\n\n```sh\nls\n```\n\nText.\n", name)

    assert site.warnings.count("WARNING") == 1
    assert f'{name}:6: WARNING: "```js" is inside the code block that begins' in site.warnings


@pytest.mark.parametrize("name", ["index.md", "index.mdx"])
@pytest.mark.parametrize(
    ("table", "cells"),
    [("| a | b |\n| --- |\n| 1 | 2 |\n", "2 cells and the line below has 1"),
     ("a | b\n-|-|-\n", "2 cells and the line below has 3")],
)  # fmt: skip
def test_a_table_whose_lines_do_not_match_is_reported(build_site, name, table, cells):
    site = build(build_site, f"# Page\n\n{table}", name)

    assert site.warnings.count("WARNING") == 1
    assert f"{name}:3: WARNING: this table is shown as text, since its first row has {cells}" in (
        site.warnings
    )


def test_other_text_with_bars_is_no_wrong_table(build_site):
    texts = ["a | b\n---|---\n1 | 2\n", "a \\| b\n- | -\n", "one | two\nthree\n", "a | b\n-\n"]

    assert "sitejson.table" not in build_pages(build_site, texts, ".mdx")


def test_objects_in_text_are_shown_as_written(build_site):
    text = 'Send {"tags": ["a"]} or {limit: 5, sort: x.y}.'
    site = build(build_site, f"---\ntitle: Calls\n---\n\n{text}\n")
    assert text in main(site).get_text()


def test_links_that_are_shown_as_text_are_reported_with_their_line(build_site):
    table = "| A |\n| - |\n| [b](my b.md) |\n\n`[c] (/c)`\n"
    site = build(build_site, f"# Page\n\nText\nand a [guide] (/guide).\n\n{table}")

    first, second = site.warnings.splitlines()
    assert first.endswith(
        'source/index.mdx:4: WARNING: "[guide] (/guide)" is shown as text; to make it a link, '
        'remove the space between "]" and "(". [sitejson.broken_link]'
    )
    assert second.endswith(
        'source/index.mdx:8: WARNING: "[b](my b.md)" is shown as text, since its URL contains a '
        'space; write "%20" instead of the space. [sitejson.broken_link]'
    )
