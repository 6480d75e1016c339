"""The entries of ``redoc`` in ``conf.py``, and the options of ``swagger-plugin``."""

import pytest

from sphinx_sitejson.compat.viewers import OPTIONS, complaints_about, read_entries


def test_entries_that_are_right():
    opts = dict.fromkeys(OPTIONS, True)
    entries, problems = read_entries(
        [
            {"name": "Ships", "page": "/api/ships.html", "spec": "a.yaml", "embed": True},
            {"page": "docks", "spec": "https://example.com/a.json", "opts": opts, "template": "t"},
        ]
    )
    assert problems == []
    assert [(one.page, one.spec, one.name) for one in entries] == [
        ("api/ships", "a.yaml", "Ships"),
        ("docks", "https://example.com/a.json", ""),
    ]
    assert [one.has_template for one in entries] == [False, True]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("a", "conf.py redoc: must be a list of entries; it was ignored."),
        (["a"], "conf.py redoc[0]: must be a dictionary; the entry was ignored."),
        ([{"page": "a"}], "conf.py redoc[0].spec: must be a string; the entry was ignored."),
        ([{"page": 5, "spec": "a"}],
         "conf.py redoc[0].page: must be a string; the entry was ignored."),
        ([{"page": "a", "spec": "b", "embedd": True}],
         'conf.py redoc[0].embedd: unknown key "embedd"; it was ignored. Did you mean "embed"?'),
        ([{"page": "a", "spec": "b", "opts": {"hide-host": True}}],
         'conf.py redoc[0].opts.hide-host: unknown key "hide-host"; it was ignored. '
         'Did you mean "hide-hostname"?'),
        ([{"page": "a", "spec": "b", "opts": 5}],
         "conf.py redoc[0].opts: must be a dictionary; it was ignored."),
        ([{"page": "a", "spec": "b"}, {"page": "a", "spec": "c"}],
         'conf.py redoc[1].page: an earlier entry already uses the page "a"; it was ignored.'),
    ],
)  # fmt: skip
def test_entries_that_are_wrong(value, message):
    assert list(map(str, read_entries(value)[1])) == [message]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"id": "a", "full-page": "", "page-title": "T", "swagger-options": '{"a": 1}'}, None),
        ({"swagger-options": "{"}, '"swagger-options" is not JSON'),
        ({"swagger-options": "[]"}, "must be a JSON object"),
        ({"fullpage": ""}, 'no option "fullpage"; it was ignored. Did you mean "full-page"?'),
    ],
)
def test_options_of_swagger_plugin(options, message):
    found = list(complaints_about(options))
    assert len(found) == (message is not None)
    assert message is None or message in found[0]
