"""Overlays that change a document."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from sphinx_sitejson.navigation.site_pages import as_document
from sphinx_sitejson.openapi.reading.documents import Extras, ReadOptions, read_document

from .damage import HOSTILE_TEXTS, damaged_text, damaged_value
from .documents import SEEDS, look_at
from .oracles import assert_placed, counted_steps, words_in_english

_QUERIES = (
    *("$", "$.info", "$.paths.*.get", "$..*", "$..description"),
    "$.paths['/trees'].get.parameters[?@.in == 'query' && @.required]",
    "$.components.schemas[?count(@.properties.*) > 2 || !@.type]",
    *("$.tags[?match(@.name, 'T.*')]", "$.paths.*[?search(@.operationId, 'Tree')]"),
    *("$.servers[-1:0:-1]", "$..['get','post']"),
)
_PIECES = (*"$.*[]()?@'\"!&|=<>,: ", "..", "..*", "[?", "[?@", "count(", "match(", "'(a+)+$'", "-1")
_OVERLAY = {
    "overlay": "1.1.0",
    "info": {"title": "More", "version": "1"},
    "extends": "api.yaml",
    "actions": [
        {"target": "$.info", "update": {"description": "New", "x-note": {"a": [1]}}},
        {"target": "$.paths.*.get", "update": {"tags": ["New"], "parameters": [{"name": "a"}]}},
        {"target": "$.servers", "update": {"url": "https://b.example.com"}},
        {"target": "$.paths.*.post", "remove": True},
        {"target": "$.components.schemas", "copy": "$.components"},
    ],
}
_KEYS = ("target", "update", "remove", "copy", "actions", "overlay", "extends", "info", "paths")


@st.composite
def overlays(draw: st.DrawFn) -> tuple[str, str]:
    """The name of a good document, and an overlay with strange values and other queries."""
    value: Any = draw(damaged_value((_OVERLAY,), _KEYS, least=0))
    query = st.one_of(st.sampled_from((*_QUERIES, *HOSTILE_TEXTS)), damaged_text(_QUERIES, _PIECES))
    if isinstance(value, dict) and isinstance(value.get("actions"), list):
        for action in value["actions"]:
            if isinstance(action, dict) and draw(st.booleans()):
                action[draw(st.sampled_from(("target", "copy")))] = draw(query)
    names = sorted(path.name for path in SEEDS.iterdir())
    return draw(st.sampled_from(names)), json.dumps(value)


def lay(example: tuple[str, str], folder: Path) -> None:
    """Read a document with an overlay, and make all pages of it."""
    name, text = example
    (folder / name).write_bytes((SEEDS / name).read_bytes())
    (folder / "overlay.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    with counted_steps(), words_in_english():
        extras = Extras(overlays=("overlay.yaml",))
        options = ReadOptions(offline=True)
        found = read_document(name, root=folder, options=options, extras=extras)
        assert_placed(found.problems, needs_line=True)
        document = as_document(found)
        if document is None:
            assert found.problems
            return
        look_at(document)
