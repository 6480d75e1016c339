"""Whether texts of a document mean reStructuredText."""

from __future__ import annotations

import pytest

from sphinx_sitejson.reference.listings.rst_texts import looks_like_rst


@pytest.mark.parametrize(
    "text",
    [
        "See `the docs <https://example.com>`_.",
        "See :ref:`there`.",
        "See :http:get:`/ships`.",
        ".. note:: Mind this.",
        "Like this::\n\n    a = 1\n",
    ],
)
def test_markup_that_only_rst_has_is_seen(text):
    assert looks_like_rst({"paths": {"/a": {"get": {"description": text}}}})


@pytest.mark.parametrize(
    "text",
    [
        "See [the docs](https://example.com).",
        "Use `a` and ``b``, **c**, *d*.",
        "A list:\n\n* one\n* two",
        "At 12:30:`x`",
        "std::vector",
    ],
)
def test_markdown_and_plain_words_are_left_alone(text):
    assert not looks_like_rst({"info": {"description": text}, "tags": [{"description": text}]})
