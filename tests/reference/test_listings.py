"""Options, selection and groups of listings."""

import pytest

from sphinx_sitejson.reference.views.listings import (
    KNOWN_OPTIONS,
    group_by_tag,
    has_rst_markup,
    parse_options,
    select_operations,
)

from .listing_documents import ships


def shown(**written):
    options, complaints = parse_options(
        {name.replace("_", "-"): value for name, value in written.items()}
    )
    operations, missing = select_operations(ships(), options)
    return [operation.key for operation in operations], complaints + missing


ALL = ["GET /ships", "POST /ships", "GET /ships/{id}", "GET /fleet,all", "GET /health"]


def test_without_options_all_is_shown_but_what_the_document_keeps_to_itself():
    assert shown() == (ALL, [])


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("/health /ships/{id}", ["GET /health", "GET /ships/{id}"]),
        ("/health, /ships/{id}", ["GET /health", "GET /ships/{id}"]),
        ("/health,/ships/{id}", ["GET /health", "GET /ships/{id}"]),
        ("/health\n/fleet,all", ["GET /health", "GET /fleet,all"]),
        ("/health /health", ["GET /health"]),
        ("/hidden", ["GET /hidden"]),
    ],
)
def test_paths_are_shown_in_the_order_in_which_they_are_written(written, keys):
    assert shown(paths=written) == (keys, [])


def test_a_path_that_is_not_there_is_named_and_the_rest_is_shown():
    keys, complaints = shown(paths="/health /ship")

    assert keys == ["GET /health"]
    assert complaints == ['the document has no path "/ship". Did you mean "/ships"?']


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("/ships", ["GET /ships", "POST /ships", "GET /ships/{id}"]),
        ("/ships$", ["GET /ships", "POST /ships"]),
        ("/ships/*", ["GET /ships", "POST /ships", "GET /ships/{id}"]),
        ("/ships/{id}", ["GET /ships/{id}"]),
        ("ships", []),
        ("/h /f", ["GET /fleet,all", "GET /health"]),
    ],
)
def test_expressions_are_matched_where_a_path_begins(written, keys):
    found, complaints = shown(include=written)

    assert found == keys
    assert bool(complaints) is not bool(keys)


def test_all_expressions_take_away_and_win_over_those_that_add():
    assert shown(exclude="/ships /health")[0] == ["GET /fleet,all"]
    assert shown(paths="/health /ships", exclude="/ships")[0] == ["GET /health"]
    assert shown(include="/.*", exclude="/ships /fleet")[0] == ["GET /health"]


def test_paths_and_expressions_add_up():
    assert shown(paths="/health", include="/fleet")[0] == ["GET /health", "GET /fleet,all"]


def test_methods_are_chosen_and_ordered():
    assert shown(methods="post")[0] == ["POST /ships"]
    assert shown(methods="GET, Post", paths="/ships")[0] == ["GET /ships", "POST /ships"]
    ordered = shown(paths="/ships", http_methods_order="post get")
    assert ordered == (["POST /ships", "GET /ships"], [])


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"include": "("}, 'has "(", which is not a valid regular expression'),
        ({"exclude": "a" * 600}, "an expression of 600 characters"),
        ({"methods": "gett"}, 'Did you mean "GET"?'),
        ({"format": "markdwn"}, 'Did you mean "markdown"?'),
        ({"format": "json"}, 'the format "json" is not known'),
        ({"exlude": "/"}, 'there is no option "exlude"; it was ignored. Did you mean "exclude"?'),
        ({"caption": ""}, 'there is no option "caption"; it was ignored.'),
    ],
)
def test_what_is_wrong_is_named_and_left_out(written, said):
    options, (complaint,) = parse_options(written)

    assert said in complaint
    assert not (options.include or options.exclude)


@pytest.mark.parametrize("name", KNOWN_OPTIONS)
def test_every_known_option_is_taken_without_a_value(name):
    assert parse_options({name: ""})[1] == []


@pytest.mark.parametrize("name", ["rst", "RST", "restructuredtext"])
def test_texts_may_be_restructuredtext(name):
    assert parse_options({"format": name})[0].format == "rst"


def test_groups_come_in_the_order_of_the_tags_and_what_has_none_at_the_end():
    document = ships()
    groups = group_by_tag(document, [one for one in document.operations if not one.is_excluded])

    assert [(group.title, [one.key for one in group.operations]) for group in groups] == [
        ("The fleet", ["GET /fleet,all"]),
        ("ships", ["GET /ships", "POST /ships", "GET /ships/{id}"]),
        ("default", ["GET /health"]),
    ]
    assert groups[1].description == "All about *ships*."


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
    assert has_rst_markup({"paths": {"/a": {"get": {"description": text}}}})


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
def test_markdown_and_plain_text_are_left_alone(text):
    assert not has_rst_markup({"info": {"description": text}, "tags": [{"description": text}]})
