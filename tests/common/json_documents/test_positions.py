"""The places of a few values are those that a pass through all values finds."""

import pytest

from sphinx_sitejson.common.json_documents.sources import find_json_positions

TEXT = """\
{ "a": [1, {"b": "x\\"}y", "c": null}, [], [ ]],
  "long": %s, "e": {}, "f": {  },
  "\\u0061bc" : {"d": {"deep": [true,
     {"last": -1.5e3}]}},
  "tab\there": 1,
  "twice": {"inner": {"x": 1}}, "twice": {"other": 2}
}
""" % ("9" * 5000)
PATHS = [
    (),
    ("a",),
    ("a", 1, "c"),
    ("a", 2),
    ("a", 3),
    ("a", 9),
    ("e",),
    ("f", "x"),
    ("abc", "d", "deep", 1, "last"),
    ("tab\there",),
    ("twice", "inner", "x"),
    ("twice", "other"),
    ("missing", "below"),
    ("long", "no object"),
]


@pytest.mark.parametrize("paths", [PATHS, *([path] for path in PATHS)])
def test_places_are_those_of_a_full_pass(paths):
    fast, whole = find_json_positions(TEXT, paths)[0], find_json_positions(TEXT, None)[0]

    for path in paths:
        here, there = fast.nearest(path), whole.nearest(path)
        assert (here.value, here.key) == (there.value, there.key)


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "{}", ' \n{"a": 1}'])
def test_small_texts_have_places(text):
    fast, whole = (find_json_positions(text, paths)[0] for paths in ([("a",), (0,)], None))

    assert fast.value == whole.value
    assert fast.nearest(("a",)).value == whole.nearest(("a",)).value
