"""The language and the marked words of blocks of code, however they are written."""

from __future__ import annotations

import pytest

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
