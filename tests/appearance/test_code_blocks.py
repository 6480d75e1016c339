"""The language and the marked words of blocks of code, however they are written."""

import re
from pathlib import Path

import pytest
from pygments.token import STANDARD_TYPES
from sphinx.highlighting import PygmentsBridge

import sphinx_sitejson
from sphinx_sitejson.appearance.code_styles import INVISIBLE, UNCOLORED, SiteHighlighter

SETTINGS = {
    "name": "Harbour",
    "navigation": [{"group": "Start", "pages": ["index", "more", "old"]}],
}
MDX = """\
---
title: Start
---

```python sail.py /hoist/
hoist()
```

```text
hoist()
```

```js JavaScript
hoist()
```

<CodeGroup>
```go A
hoist()
```
</CodeGroup>

<CodeBlock language="ruby" mark={["hoist"]} focus="1">
hoist
</CodeBlock>

<Terminal>
```bash
hoist
```
</Terminal>
"""
MARKDOWN = """\
# More

```yaml /hoist/
hoist: 1
```

```{code-block} toml
:mark: hoist
hoist = 1
```

```
hoist
```
"""
RST = """\
Old
===

.. code-block:: c
   :mark: /hoist/ /1/

   hoist(1);

.. literalinclude:: sail.py
   :language: python
   :mark: hoist

.. code:: lua

   hoist()

A block without a language::

   hoist()
"""
FILES = {
    "site.json": SETTINGS, "index.mdx": MDX, "more.md": MARKDOWN, "old.rst": RST,
    "sail.py": "hoist()\n",
}  # fmt: skip


def facts(site, page):
    return [
        (block.get("data-language"), [mark.text for mark in block.select("mark")])
        for block in site.page(page).select("div.highlight")
    ]


@pytest.mark.oldest
def test_every_spelling_names_its_language_and_marks_words(build_shared_site):
    site = build_shared_site(FILES)

    assert site.warnings == ""
    assert facts(site, "index.html") == [
        ("Python", ["hoist"]), (None, []), (None, []), (None, []), ("Ruby", ["hoist"]), (None, []),
    ]  # fmt: skip
    assert facts(site, "more.html") == [("YAML", ["hoist"]), ("TOML", ["hoist"]), (None, [])]
    assert facts(site, "old.html") == [
        ("C", ["hoist", "1"]), ("Python", ["hoist"]), ("Lua", []), (None, []),
    ]  # fmt: skip
    assert site.page("index.html").select_one(".sj-code-focus .hll").text == "hoist\n"


def test_other_themes_show_marks_and_no_names(build_site):
    site = build_site(FILES, conf='html_theme = "alabaster"')

    assert facts(site, "more.html") == [(None, ["hoist"]), (None, ["hoist"]), (None, [])]


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_other_builders_show_the_code_as_it_is(build_site, builder):
    marked = build_site(FILES, builder=builder)
    plain = {name: _unmarked(text) for name, text in FILES.items()}
    names = [path.name for path in marked.outdir.glob("*.t[ex][xt]")]

    other = build_site(plain, builder=builder)
    assert names
    assert [marked.text(name) for name in names] == [other.text(name) for name in names]


def _unmarked(text):
    if not isinstance(text, str):
        return text
    lines = text.replace(" /hoist/\n", "\n").replace(' mark={["hoist"]}', "").splitlines(True)
    return "".join(line for line in lines if ":mark:" not in line)


STYLES = Path(sphinx_sitejson.__file__).parent / "theme" / "sitejson" / "styles"


@pytest.fixture
def highlighter(monkeypatch):
    made = SiteHighlighter(PygmentsBridge("html"), None)
    monkeypatch.setitem(vars(made), "_plain", ())
    return made


def test_a_formatter_is_made_once_for_its_options(highlighter):
    make = highlighter.get_formatter

    assert make(linenos=False) is make(linenos=False)
    assert make(linenos="table") is not make(linenos=False)
    assert make(hl_lines=[1]) is make(hl_lines=[1])
    assert make(hl_lines=[1]) is not make(hl_lines=[2])


def test_a_lexer_is_made_once_for_its_language_unless_the_code_decides(highlighter):
    get = highlighter.get_lexer

    assert get("a", "go") is get("b", "go")
    assert get("a", "go") is not get("a", "go", force=True)
    assert get("a", "php", {"startinline": True}) is not get("a", "php")
    assert (get("a", "python").name, get(">>> a", "python").name) == (
        "Python",
        "Python console session",
    )
    assert get("a", "text") is not get("a", "text")


def test_words_without_a_color_are_in_no_element(build_site):
    page = "# Home\n\n```python\nship = moor(berth)\n```\n"
    settings = {"name": "Harbour", "navigation": [{"group": "Start", "pages": ["index"]}]}
    files = {"site.json": settings, "index.md": page}

    ours = build_site(files).text("index.html")
    own = build_site(files, conf='pygments_style = "sphinx"').text("index.html")

    assert 'ship = <span class="nf">moor</span>(berth)' in ours
    assert '<span class="n">ship</span> <span class="o">=</span> ' in own


@pytest.mark.parametrize("kind", [*INVISIBLE, *UNCOLORED], ids=str)
def test_the_style_sheet_has_no_color_for_what_is_in_no_element(kind):
    css = (STYLES / "code.css").read_text("utf-8")
    colors = css[css.index("  .highlight {\n    .k,") :]

    assert re.search(r"\.k\b", colors)
    assert not re.search(rf"\.{STANDARD_TYPES[kind]}\b", colors)
