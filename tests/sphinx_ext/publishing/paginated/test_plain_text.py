"""Tables of man pages fit into a terminal."""

from __future__ import annotations

import pytest

from support.validators.programs import MAN

SITE = {"name": "Light", "navigation": []}
NARROW = """
| Key | Meaning |
|---|---|
| `name` | A name that is told in several words, so that the line has to be broken somewhere. |
"""
WIDE = """
| Operation | Tag | Page |
|---|---|---|
| `GET /ships/{shipId}/papers/{paperId}` | Ships | `api/ships/read-all-papers-of-a-ship` |
| `POST /ships` |  | [A page](b.md) |
"""


def man_page(build_site, table):
    files = {
        "site.json": {**SITE, "navigation": [{"group": "G", "pages": ["index", "b"]}]},
        "index.md": f"# Start\n\nBefore.\n{table}\nAfter.\n\n- In a list:\n",
        "b.md": "# B\n",
    }
    site = build_site(files, builder="man")
    assert site.warnings == ""
    (file,) = site.outdir.glob("*.1")
    if MAN.find() is not None:
        assert MAN.faults(file) == []
    return file.read_text(encoding="utf-8")


def test_a_narrow_table_is_not_stretched(build_site):
    text = man_page(build_site, NARROW)

    assert ".na\n.TS\n" in text
    assert ".TE\n" in text
    assert "\n.ad\n" in text


def test_a_wide_table_becomes_a_list(build_site):
    text = man_page(build_site, WIDE)

    assert ".TS" not in text
    for words in ("GET /ships/{shipId}", "Tag:", "Ships", "Page:", "A page"):
        assert words in text.replace(r"\-", "-"), words
    assert "Operation:" not in text


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_other_builders_keep_their_tables(build_site, builder):
    site = build_site(
        {"index.md": f"# Start\n{WIDE.replace('b.md', '#start')}", "site.json": SITE},
        builder=builder,
    )
    written = next(
        path for path in site.outdir.rglob("*") if path.suffix in (".html", ".txt", ".tex")
    )

    assert ".na" not in written.read_text(encoding="utf-8")
