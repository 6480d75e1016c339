"""Which operations pages show, as it is seen before they are read."""

from __future__ import annotations

import pytest

from sphinx_sitejson.navigation.page_files.authored_bindings import bindings_in
from sphinx_sitejson.navigation.page_files.bindings import OperationBinding


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.mdx", b"---\nopenapi: GET /pets\n---\n"),
        ("page.mdx", b"---\r\nopenapi: GET /pets\r\n---\r\n"),
        ("page.mdx", b"\xef\xbb\xbf---\nopenapi: GET /pets\n---\n"),
        ("page.md", b"---\nopenapi: GET /pets\n---\n"),
        ("page.md", b"---\nopenapi: GET /pets\n...\n"),
        ("page.rst", b":openapi: GET /pets\n\nText\n"),
        ("page.rst", b":openapi: GET /pets\r\n\r\nText\r\n"),
    ],
)
def test_however_a_file_is_written(tmp_path, name, content):
    page = tmp_path / name
    page.write_bytes(content)
    assert bindings_in({"page": page}) == {"page": OperationBinding("GET /pets")}


def test_pages_that_only_mention_a_document_have_none(tmp_path):
    page = tmp_path / "page.mdx"
    page.write_text("---\ntitle: P\n---\n\nAbout openapi.\n")
    assert bindings_in({"page": page, "lost": tmp_path / "lost.mdx"}) == {"page": None}
