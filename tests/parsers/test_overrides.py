from __future__ import annotations

import pytest

pytestmark = pytest.mark.oldest

PAGE = """# Quays

She said "moor here" -- it's *'deep'* enough... and `"code"` stays.

| "Name" | Depth |
|---|---|
| North | six |
"""


def test_quotes_are_replaced_across_the_marks_of_a_block(build_site):
    groups = [{"group": "All", "pages": ["index"]}]
    site = {"name": "Quays", "navigation": groups, "markdownSyntax": "myst"}
    page = build_site({"index.md": PAGE, "site.json": site}).page("index.html")

    article = page.select_one("article, main")
    assert article is not None
    text = article.get_text()
    assert "She said “moor here” – it’s ‘deep’ enough… and" in text
    assert '"code" stays' in text
    assert "“Name”" in text
    assert "North" in text


def test_a_place_that_changes_the_language_of_code_counts_below_it(build_site):
    page = """Code
====

.. code-block:: json

   {"own": true}

::

   def usual(): pass

.. highlight:: none

::

   def plain(): pass
"""
    files = {"index.rst": page, "other.rst": "Other\n=====\n\n::\n\n   def usual(): pass\n"}
    site = {"name": "Code", "navigation": [{"group": "All", "pages": ["index", "other"]}]}
    built = build_site({**files, "site.json": site}, conf='highlight_language = "python3"\n')

    def languages(name: str) -> list[str]:
        return [block["class"][0] for block in built.page(name).select("main [class^=highlight-]")]

    assert languages("index.html") == ["highlight-json", "highlight-python3", "highlight-none"]
    assert languages("other.html") == ["highlight-python3"]
