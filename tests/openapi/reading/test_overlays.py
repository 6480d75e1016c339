"""Overlays change a document, and every value knows the file that wrote it."""

import hashlib
import subprocess
import sys

import pytest

from sphinx_sitejson.openapi.reading import overlays
from sphinx_sitejson.openapi.reading import overlays as overlays_module
from sphinx_sitejson.openapi.reading.documents import (
    Extras,
    ReadOptions,
    places_in_document,
    read_document,
)

from .support import messages, write

DOCUMENT = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers:
  - url: https://a.example.com
  - url: https://b.example.com
  - url: https://c.example.com
paths:
  /pets:
    get: &shared
      summary: List
      tags: [Old]
      responses: {"200": {description: ok}}
    put: *shared
  /secret:
    get: {responses: {"200": {description: ok}}}
"""


@pytest.fixture
def laid(tmp_path):
    """Read the document with overlays, each a list of actions or a whole text."""

    def read(*overlays, version="1.1.0", **extras):
        files = {"api.yaml": DOCUMENT}
        for number, actions in enumerate(overlays):
            whole = {"overlay": version, "info": {"title": "O", "version": "1"}, "actions": actions}
            files[f"o{number}.json"] = actions if isinstance(actions, str) else whole
        write(tmp_path, files)
        names = tuple(f"o{number}.json" for number in range(len(overlays)))
        return read_document(
            "api.yaml",
            root=tmp_path,
            options=ReadOptions(),
            extras=Extras(**{"overlays": names, **extras}),
        )

    return read


def test_update_merges_objects_and_appends_to_lists(laid):
    found = laid(
        [
            {"target": "$.paths['/pets'].get", "update": {"summary": "All pets", "tags": ["New"]}},
            {"target": "$.servers", "update": {"url": "https://d.example.com"}},
            {"target": "$.info.title", "update": "Animals"},
        ]
    )

    assert messages(found) == []
    assert found.data["info"]["title"] == "Animals"
    assert found.data["servers"][-1] == {"url": "https://d.example.com"}
    get, put = (found.data["paths"]["/pets"][method] for method in ("get", "put"))
    assert (get["summary"], get["tags"]) == ("All pets", ["Old", "New"])
    # What an alias of YAML repeats is a value of its own.
    assert (put["summary"], put["tags"]) == ("List", ["Old"])


def test_remove_leaves_out_what_it_finds(laid):
    found = laid(
        [
            {"target": "$.paths['/secret']", "remove": True},
            {"target": "$.servers[::-2]", "remove": True},
        ]
    )

    assert messages(found) == []
    assert list(found.data["paths"]) == ["/pets"]
    assert found.data["servers"] == [{"url": "https://b.example.com"}]


def test_copy_takes_one_value_to_others(laid):
    found = laid(
        [
            {"target": "$.paths", "update": {"/animals": {}}},
            {"target": "$.paths['/animals']", "copy": "$.paths['/pets']"},
            {"target": "$.paths['/pets']", "remove": True},
        ]
    )

    assert messages(found) == []
    assert found.data["paths"]["/animals"]["get"]["summary"] == "List"
    assert "/pets" not in found.data["paths"]


def test_overlays_are_laid_in_order(laid):
    found = laid(
        [{"target": "$.info", "update": {"title": "One", "summary": "First"}}],
        [{"target": "$.info", "update": {"title": "Two"}}],
        version="1.0.0",
    )

    assert (found.data["info"]["title"], found.data["info"]["summary"]) == ("Two", "First")


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([{"target": "$.paths['/dogs']", "update": {}}],
         "o0.json:1:85 actions[0].target: \"$.paths['/dogs']\" finds nothing in the document."),
        ([{"target": "$.paths[", "remove": True}],
         'o0.json:1:85 actions[0].target: "$.paths[" cannot be used as a JSONPath query '
         "(RFC 9535): unbalanced brackets, at its end."),
        ([{"target": "$.info", "update": "x"}],
         "o0.json:1:105 actions[0].update: an object can only be updated with an object; "
         "nothing was changed."),
        ([{"target": "$.info"}],
         'o0.json:1:74 actions[0]: an action needs "update", "copy", or "remove"; it changes '
         "nothing."),
        ([{"target": "$.info", "copy": "$.servers[*]"}],
         'o0.json:1:103 actions[0].copy: "$.servers[*]" must find one value, not 3.'),
        ([{"update": {}}],
         'o0.json:1:74 actions[0]: an action must have a "target", a JSONPath query.'),
        ("overlay: 2.0.0\n",
         'o0.json:1:10 overlay: this is not an overlay: "overlay" must be 1.0.x or 1.1.x.'),
        ("overlay: 1.0.0\nactions: 3\n",
         'o0.json:2:10 actions: "actions" must be an array; nothing was changed.'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_where_it_is_and_the_document_is_shown(laid, actions, message):
    found = laid(actions)

    assert messages(found) == [message]
    assert {problem.code for problem in found.problems} == {"openapi_overlay"}
    assert found.data["info"]["title"] == "Pets"


def test_an_overlay_that_is_not_there_is_reported(laid):
    found = laid(overlays=("missing.yaml",))

    assert messages(found) == [
        'missing.yaml: the overlay "missing.yaml" cannot be read: there is no such file in the '
        "project."
    ]
    assert found.data["info"]["title"] == "Pets"


def test_a_document_that_is_its_own_overlay_is_reported(laid):
    found = laid(overlays=("api.yaml",))
    (told,) = messages(found)
    assert told.startswith("api.yaml")
    assert "/pets" in found.data["paths"]


def test_faults_have_their_places_in_the_file_that_wrote_the_value(laid):
    found = laid(
        [
            {"target": "$.servers[0]", "remove": True},
            {"target": "$.paths['/pets'].get", "update": {"deprecated": "yes"}},
        ]
    )

    assert [(p.location.file, p.location.key_path) for p in found.problems] == [
        ("o0.json", "actions[1].update.deprecated")
    ]


def test_values_keep_their_lines_when_others_before_them_are_removed(laid, tmp_path):
    laid([{"target": "$.servers[0]", "remove": True}])
    places = places_in_document(
        "api.yaml",
        [("servers", 1, "url"), ("paths", "/pets", "get")],
        root=tmp_path,
        options=ReadOptions(),
        extras=Extras(overlays=("o0.json",)),
    )

    assert [place.line for place in places.values()] == [6, 9]


def test_a_change_of_an_overlay_changes_the_digest(laid):
    first = laid([{"target": "$.info", "update": {"title": "A"}}])
    second = laid([{"target": "$.info", "update": {"title": "B"}}])

    assert first.digest != second.digest
    assert [path.name for path in first.files] == ["api.yaml", "o0.json"]


def test_a_document_of_another_hash_is_not_used(laid):
    right = hashlib.sha256(DOCUMENT.encode()).hexdigest()

    assert laid(sha256=right.upper()).data is not None
    found = laid(sha256="0" * 64)
    assert found.data is None
    assert messages(found) == [
        f'api.yaml: its content does not match "sha256"; its SHA-256 is {right}. It is not used.'
    ]


def doubling() -> list[dict[str, object]]:
    """Actions of which each doubles what the one before left."""
    pairs = (
        (
            {"target": "$.info", "update": {f"x-{n}": {}}},
            {"target": f"$.info['x-{n}']", "copy": "$.info"},
        )
        for n in range(40)
    )
    return [action for pair in pairs for action in pair]


@pytest.mark.parametrize(
    "actions",
    [
        doubling(),
        [{"target": "$..*", "update": {f"x-{n}": {"a": {}}}} for n in range(20)],
        [{"target": "$.info", "copy": "$"}, *[{"target": "$..info", "copy": "$.paths"}] * 20],
    ],
    ids=["doubling", "everywhere", "inside"],
)
def test_overlays_cannot_grow_a_document_without_end(laid, monkeypatch, actions):
    monkeypatch.setattr(overlays_module, "MAX_ADDED_VALUES", 500)
    found = laid(actions)

    reported = (
        "the overlays add more than 500 values; this action and all that follow were ignored."
    )
    assert len([message for message in messages(found) if reported in message]) == 1


def test_queries_of_overlays_cannot_take_without_end(laid, monkeypatch):
    monkeypatch.setattr(overlays.QueryBudget, "seconds", 0)
    found = laid([{"target": "$.info", "update": {"title": f"{number}"}} for number in range(3)])

    assert messages(found) == [
        "o0.json:1:122 actions[1]: the queries before this one took more than 300 seconds; this "
        "action and all that follow were ignored."
    ]
    assert found.data["info"]["title"] == "0"


def test_overlays_cannot_nest_a_document_without_end(laid):
    deep: dict[str, object] = {}
    for _ in range(60):
        deep = {"a": deep}
    first = {"target": "$.info", "update": {"x-deep": deep}}
    extra = [{"target": "$.info['x-deep']" + ".a" * 60 * n, "update": deep} for n in (1, 2, 3)]
    found = laid([first, *extra])

    assert found.data is not None
    assert "nested too deeply (more than 50 levels); nothing was changed." in messages(found)[0]


def test_what_an_action_itself_has_replaced_is_left_alone(laid):
    found = laid([{"target": "$..*", "update": {"tags": ["New"], "get": [{"name": "a"}]}}])

    assert found.problems


def test_a_document_without_overlays_does_not_load_the_library_for_queries():
    code = (
        "import sys, sphinx_sitejson.openapi.reading, sphinx_sitejson.extension; "
        "sys.exit('jsonpath_rfc9535' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
