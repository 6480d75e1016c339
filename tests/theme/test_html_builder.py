"""What Sphinx prepares for each page."""

from __future__ import annotations

from sphinx_sitejson.theme.html_builder import BriefContext


def test_the_context_of_a_page_is_a_dictionary_that_is_shown_briefly():
    context = BriefContext({"body": "<p>" * 1000, "title": "Start"})
    for_page = context.copy()
    for_page["title"] = "Guide"

    assert repr(for_page) == "<2 values for a template>"
    assert {**for_page} == {"body": "<p>" * 1000, "title": "Guide"}
    assert context["title"] == "Start"
