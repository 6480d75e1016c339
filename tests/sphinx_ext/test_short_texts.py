from __future__ import annotations

import json

import pytest

from sphinx_sitejson.sphinx_ext.output.short_texts import ShortTexts

STYLE = "/* why */\na { color: red; }\n"


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "sitejson" / "short-texts.json"


def test_texts_are_shortened_by_their_kind(kept, tmp_path):
    script = tmp_path / "own.js"
    script.write_text("// why\nconst ship = 1;\n", encoding="utf-8")
    texts = ShortTexts(kept)

    assert texts.style(STYLE) == "a{color:red}"
    assert texts.of_file(script) == "let ship=1;\n"


def test_the_next_build_takes_what_was_kept(kept):
    first = ShortTexts(kept)
    first.style(STYLE)
    first.save()
    (key,) = json.loads(kept.read_text("utf-8"))
    kept.write_text(json.dumps({key: "a{color:kept}"}), encoding="utf-8")

    assert ShortTexts(kept).style(STYLE) == "a{color:kept}"


def test_what_a_build_did_not_use_is_forgotten(kept):
    first = ShortTexts(kept)
    first.style(STYLE)
    first.save()
    second = ShortTexts(kept)
    second.style("b { color: blue }")
    second.save()

    assert list(json.loads(kept.read_text("utf-8")).values()) == ["b{color:blue}"]


@pytest.mark.parametrize("damage", ["", "{", "[]", "null"])
def test_a_damaged_file_is_as_none(kept, damage):
    kept.parent.mkdir()
    kept.write_text(damage, encoding="utf-8")

    assert ShortTexts(kept).style(STYLE) == "a{color:red}"
