"""The front matter of pages, without what is not for readers."""

from __future__ import annotations

import pytest

from sphinx_sitejson.navigation.page_files.credentials import without_credentials_in_page

URL = "https://ann:s3cret@example.com/a"
PLAIN = "https://example.com/a"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"---\ntitle: A\napi: GET {URL}\n---\n", (3,)),
        (f'\ufeff\n---\r\n"og:image": "{URL}"\r\nx:\r\n  - {URL}\r\n---\r\nWords', (3, 5)),
        (f"---\nopenapi: {URL}?token=s3cret GET /a\n---\n", ()),
        (f"---\nopenapi-schema: '{URL}?v=1&key=s3cret Pet'\n---\n", ()),
        (f"---\ntitle: A\n---\n\n```{{openapi-operation}} {URL}?sig=s3cret GET /a\n```\n", ()),
    ],
)
def test_markdown(text, lines):
    page = without_credentials_in_page(text, is_rst=False)
    assert "s3cret" not in page.text
    assert PLAIN in page.text
    assert page.lines == lines
    assert page.text.count("\n") == text.count("\n")
    assert without_credentials_in_page(page.text, is_rst=False).text == page.text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f":api: GET {URL}\n:orphan:\n\nTitle\n=====\n", (1,)),
        (f".. comment\n\n:image: {URL}\n", (3,)),
        (f":openapi: {URL}?token=s3cret GET /a\n", ()),
        (f"Title\n=====\n\n.. openapi-operation:: {URL}?token=s3cret GET /a\n", ()),
    ],
)
def test_rst(text, lines):
    page = without_credentials_in_page(text, is_rst=True)
    assert "s3cret" not in page.text
    assert PLAIN in page.text
    assert page.lines == lines


@pytest.mark.parametrize(
    ("text", "is_rst"),
    [
        (f"# A\n\n    curl {URL}?token=a\n", False),
        (f"# A\n\n```yaml\nopenapi: {URL}?token=a GET /a\n```\n", False),
        (f"---\ntitle: A?\nmail: a@example.com\n---\n\n`{URL}`\n", False),
        ("---\nimage: https://example.com/@ann?token=a\n---\n", False),
        (f"---\nnever: closed\n{URL}", False),
        (f"Title\n=====\n\n:field: {URL}\n", True),
        ("", True),
    ],
)
def test_what_stays(text, is_rst):
    page = without_credentials_in_page(text, is_rst=is_rst)
    assert (page.text, page.lines) == (text, ())
