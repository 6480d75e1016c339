import pytest
from docutils import nodes
from docutils.transforms.universal import SmartQuotes
from docutils.utils import new_document
from docutils.utils.smartquotes import educate_tokens
from hypothesis import given
from hypothesis import strategies as st

from sphinx_sitejson.parsers.code_blocks import DocumentWithQuotes, find_replaceable

pytestmark = pytest.mark.oldest

TEXTS = st.text(st.sampled_from(" .-'\"`\\&quot;abÄ1\n\x00"), max_size=12)
ACTIONS = ["1", "2", "3", "q", "b", "B", "d", "D", "i", "e", "w", "qDe"]
PAGE = """# Quays

She said "moor here" -- it's *'deep'* enough... and `"code"` stays.

| "Name" | Depth |
|---|---|
| North | six |
"""


@given(TEXTS, st.sampled_from(ACTIONS))
def test_docutils_would_leave_a_text_that_is_passed_over_as_it_is(text, action):
    if not find_replaceable(text):
        assert list(educate_tokens([("plain", text)], attr=action, language="en")) == [text]


KINDS = (nodes.paragraph, nodes.emphasis, nodes.literal, nodes.container, nodes.title)
SHAPES = st.recursive(
    st.sampled_from(["it's", '"so"', "plain", "--", "a\0'b"]),
    lambda inner: st.tuples(st.sampled_from(KINDS), st.lists(inner, max_size=3)),
    max_leaves=12,
)


def page_of(shapes) -> nodes.document:
    document = new_document("page")
    document.settings.smart_quotes = True
    document.settings.smartquotes_locales = None
    document.settings.language_code = "en"

    def add(parent, shape) -> None:
        if isinstance(shape, str):
            parent += nodes.Text(shape)
        else:
            kind, inner = shape
            node = kind()
            parent += node
            for each in inner:
                add(node, each)

    for shape in shapes:
        paragraph = nodes.paragraph()
        document.append(paragraph)
        add(paragraph, shape)
    return document


@given(st.lists(SHAPES, max_size=4))
def test_blocks_that_are_passed_over_would_not_change(shapes):
    whole, part = page_of(shapes), page_of(shapes)
    SmartQuotes(whole, None).apply()
    quotes = SmartQuotes(part, None)
    quotes.document = DocumentWithQuotes(part)
    quotes.apply()

    assert part.pformat() == whole.pformat()


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
