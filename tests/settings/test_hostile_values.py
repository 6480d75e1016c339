"""No value that could become markup, style, script or a way out of the project gets through."""

import re

import pytest

from sphinx_sitejson.settings.validation import SITE_SCHEMA

from .schema_walk import all_objects, variants

NEVER = [
    "", "\n", "\0", "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)",
    "java\tscript:alert(1)", "\x01javascript:alert(1)", "vbscript:x",
    "data:text/html,<script>alert(1)</script>", "file:///etc/passwd", "//evil.example.com",
    "/\\evil.example.com", "\\\\evil.example.com", "https:\\\\evil.example.com", "https://",
    "https:///path", '"><script>alert(1)</script>', 'x" onload="alert(1)', "x</style><script>",
    "https://example.com/<b>", 'https://example.com/"', "https://example.com/\n",
    "https://example.com/a b", "https://example.com/\x7f", "https://example.com/\u0085",
    "https://example.com/\u2028",
]  # fmt: skip

OF_ONE_KIND = {
    "hexColor": ["red", "#12", "#1234", "#12345", "#1234567", "#gggggg", "#fff;x", "#fff}", "123"],
    "icon": ["fa fa-x", "a_b", "../x", "a.svg", "ä"],
    "link": ["mailto:", "tel:<1>", "ftp://example.com", "x:y", ":x"],
    "webAddress": ["/path", "mailto:a@example.com", "ftp://example.com", "example.com"],
    "profileAddress": ["/path", "example.com", "mailto:", "mailto:a b"],
    "githubRepository": ["http://github.com/a/b", "https://github.com.evil.example.com/a/b",
                         "https://github.com@evil.example.com/a/b", "https://github.com/a",
                         "https://github.com/a/b/c", "https://github.com/../b",
                         "https://github.com/a/..", "https://github.com/a/b?x",
                         "https://evil.example.com/a/b"],
    "prefix": ["..", "../a", "a/..", "a/../b", "./a", "a/./b", "/../a", "%2e%2e/a", "a?b", "a#b"],
    "file": ["..", "../a", "a/../b", "/..", "%2e%2e/a", ".%2E/a", "a%2fb", "a%5Cb", "a%00b",
             "a\\b"],
    "overlay": ["../a.json", "a\\b.json", "C:/a.json", "ftp://example.com/a.json"],
    "hash": ["", "ab", "g" * 64, "a" * 65, "a" * 64 + "\n"],
    "document": ["../a.json", "a\\b.json", "C:/a.json", "ftp://example.com/a.json"],
    "folder": ["..", "../a", "a/..", "a/../b", "./a", "%2e%2e/a", "a%2fb", "a?b", "a#b", "/",
               "a:b"],
    "styleFile": ["../a", "a'b", "a(b", "a)b", "a;b", "a{b", "a}b", "https://example.com/')"],
    "redirectSource": ["../a", "/a/../b", "/a//b", "/a?b", "/a#b", "https://a.example.com",
                       "/%2e%2e"],
    "fontFamily": ["Inter'", 'Inter"', "a;b", "a,b", "url(x)", "-a", " a", "a\n"],
    "locale": ["e", "en_US", "en-", "english"],
}  # fmt: skip

FINE = {
    "hexColor": ["#fff", "#0D9373"],
    "icon": ["book-open", "0", "github"],
    "link": ["/", "/a/b?c=d&e#f", "a/b", "../a", "./a", "#top", "?x=1",
             "mailto:a@example.com?subject=x", "tel:+1-555-0100", "http://localhost:8000",
             "HTTPS://example.com", "https://exämple.com/ü", "page.html"],
    "webAddress": ["https://api.example.com/v1", "http://127.0.0.1:3000",
                   "https://{x}.example.com"],
    "profileAddress": ["https://x.com/a", "mailto:a@example.com"],
    "githubRepository": ["https://github.com/a/b", "https://github.com/a-b/c.d_e/"],
    "prefix": ["a", "/a", "a/b/", "/", "api-reference", "a.b", "https://example.com",
               "mailto:a@b.c"],
    "file": ["a.svg", "/a/b.svg", "./a.svg", "a b (1).svg", "a%20b.svg", "https://example.com/a?b"],
    "overlay": ["overlay.yaml", "/a/b.json", "https://example.com/overlay.yaml"],
    "hash": ["a" * 64, "0123456789ABCDEFabcdef" + "0" * 42],
    "document": ["openapi.json", "/a/b.yaml", "./a.yml", "https://example.com/v3/api-docs"],
    "folder": ["api-reference", "/api/v1", "a/b/", "a.b"],
    "styleFile": ["/a/b.woff2", "my font.woff", "https://example.com/a.woff2?v=1"],
    "redirectSource": ["/a", "a/b", "/a/:slug*", "/a-*", "/", "/ä", "/a%20b", "/a.html"],
    "fontFamily": ["Inter", "Source Sans 3", "M PLUS 1p", "Open-Dyslexic"],
    "locale": ["en", "pt-BR", "zh-Hans-CN"],
}  # fmt: skip

NAMES = sorted(name for name, schema in SITE_SCHEMA.full["$defs"].items() if "pattern" in schema)


def accepts(name: str, value: str) -> bool:
    return re.search(SITE_SCHEMA.full["$defs"][name]["pattern"], value) is not None


def test_every_pattern_is_tried():
    assert NAMES == sorted(OF_ONE_KIND) == sorted(FINE)


@pytest.mark.parametrize("name", NAMES)
def test_a_pattern_refuses_what_could_do_harm(name):
    assert [value for value in [*NEVER, *OF_ONE_KIND[name]] if accepts(name, value)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_pattern_accepts_what_people_write(name):
    assert [value for value in FINE[name] if not accepts(name, value)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_pattern_refuses_a_line_break_after_a_good_value(name):
    for value in FINE[name]:
        for end in ("\n", "\r", "\u2028", "\n<script>", "\0"):
            assert not accepts(name, value + end), repr(value + end)


def test_identifiers_of_other_services_are_plain():
    services = [
        (where, variant)
        for where, schema in all_objects()
        if where.startswith((".analytics", ".integrations"))
        for inner in schema["properties"].values()
        for variant in variants(inner)
        if "properties" not in variant
    ]
    assert len(services) == 20
    for where, schema in services:
        accepted = [
            value
            for value in [*NEVER, "a'b", "a;b", "a(b)", "a\\b"]
            if re.search(schema["pattern"], value)
        ]
        assert accepted == [], where
