from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygments.token import STANDARD_TYPES
from sphinx.highlighting import PygmentsBridge

import sphinx_sitejson
from sphinx_sitejson.sphinx_ext.appearance.code_formatters import (
    INVISIBLE,
    UNCOLORED,
    shared_formatters,
    shared_lexers,
)

STYLES = Path(sphinx_sitejson.__file__).parent / "theme" / "sitejson" / "styles"


def test_a_formatter_is_made_once_for_its_options():
    make = shared_formatters(lambda **options: dict(options))

    assert make(linenos=False) is make(linenos=False)
    assert make(linenos="table") is not make(linenos=False)
    assert make(hl_lines=[1]) == {"hl_lines": [1]}
    assert make(hl_lines=[1]) is not make(hl_lines=[1])


def test_a_lexer_is_made_once_for_its_language_unless_the_code_decides():
    get = shared_lexers(PygmentsBridge("html").get_lexer)

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
