from __future__ import annotations

from docutils.utils.smartquotes import educate_tokens
from hypothesis import given
from hypothesis import strategies as st

from sphinx_sitejson.sphinx_ext.pages.smart_quotes import may_change

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
    if not may_change(text):
        assert list(educate_tokens([("plain", text)], attr=action, language="en")) == [text]


def test_quotes_are_replaced_across_the_marks_of_a_block(build_site):
    site = {"name": "Quays", "navigation": [{"group": "All", "pages": ["index"]}]}
    page = build_site({"index.md": PAGE, "site.json": site}).page("index.html")

    article = page.select_one("article, main")
    assert article is not None
    text = article.get_text()
    assert "She said “moor here” – it’s ‘deep’ enough… and" in text
    assert '"code" stays' in text
    assert "“Name”" in text
    assert "North" in text
