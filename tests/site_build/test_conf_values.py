"""Values of conf.py of the wrong kind are named, and the site is built without them."""

import contextlib
import io
import pickle
import re
from typing import Any

import pytest

from sphinx_sitejson.site_build.config import normalize_value
from support.small_sites import settings

FILES = {
    "site.json": {
        "name": "Parcel",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.yaml"}],
        "redirects": [{"source": "/old", "destination": "/index"}],
        "feedback": {"suggestEdit": True, "thumbsRating": True},
    },
    "index.mdx": "# Home\n\n<Card title='A' icon='leaf'>b</Card>\n",
    "guide.md": "# Guide\n",
    "changes.mdx": "---\nopenapi-changes: api.yaml\n---\n",
    "api.yaml": "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {get: {responses: "
    "{'200': {description: ok}}}}}\n",
}
WRONG = (
    *("None", "17", "-1", "2.5", "10**400", "float('nan')", "True", "{'a': 1}"),
    *("{'a': {'b': ['c', None]}}", "{1: 2}", "[3, None]", "['x']", "[['a', {'b': 1}], {}]"),
    *("('x', b'y')", "print", "object()", "b'x'", "'x'", "'a\\nb'", "'a\\0b\\x1b'", "'\\ud800'"),
    *("['\\ud800']", "'http://ann:hunter2@[x'", "{1, 2}", "range(3)"),
)


@pytest.fixture(scope="module")
def kinds(build_shared_site) -> dict[str, tuple[set[type], Any]]:
    """The types and the default of all values of ours that an author can set."""
    print_kinds = """
        def log_values(app, config):
            for name, option in config.values.items():
                if name.startswith("sitejson_"):
                    types = ", ".join(kind.__name__ for kind in option.valid_types)
                    print(f"{name!r}: ({{{types}}}, {option.default!r}),")

        def setup(app):
            app.connect("config-inited", log_values, priority=999)
    """
    with contextlib.redirect_stdout(io.StringIO()) as told:
        build_shared_site(FILES, conf=print_kinds)
    found = eval(f"{{{told.getvalue()}}}")
    assert len(found) > 15
    return {name: found[name] for name in found if name != "sitejson_catalogs"}


@pytest.mark.parametrize("value", WRONG)
def test_no_value_of_the_wrong_kind_ends_a_build(build_site, kinds, value):
    """All values at once, for each is settled before any is used."""
    written = eval(value)
    # A settings file of another name is no wrong kind, and ends the build when there is none.
    names = [*kinds.keys() - ({"sitejson_file"} if isinstance(written, str) else set())]
    conf = "\n".join(f"{name} = {value}" for name in names)

    site = build_site(FILES, conf=conf)

    assert site.exists("index.html") and site.exists("api/get-a.html")
    assert "Traceback" not in site.warnings
    assert not re.search(r"\b[A-Z]\w+Error\b", site.warnings), site.warnings
    # Nothing is left for Sphinx to say, whose words name types of Python.
    assert "The config value" not in site.warnings
    lines = site.warnings.splitlines()
    assert [line for line in lines if not re.search(r"\[sitejson\.\w+\]$", line)] == []
    assert "hunter2" not in site.warnings
    for name in names:
        if not isinstance(written, tuple(kinds[name][0])) and written is not kinds[name][1]:
            assert any(name in line for line in lines) or is_near(written, kinds[name][0]), name


def is_near(written: Any, types: set[type]) -> bool:
    """Whether a value of another type says all the same what is meant."""
    return bool in types and written in (0, 1)


@pytest.mark.parametrize("value", WRONG)
def test_every_value_gets_its_kind(kinds, value):
    written = eval(value)
    for name, (types, default) in kinds.items():
        kept, wrong = normalize_value(written, types, default, name != "sitejson_page_links")

        assert isinstance(kept, tuple(types)) or kept is default, name
        assert len(wrong) == len({*wrong}) <= 2, wrong
        if not isinstance(written, tuple(types)):
            assert wrong or kept is written is default or isinstance(written, set), name
        repr(kept).encode(), pickle.dumps(kept)
        assert not re.search(r"\\x|\\ud", repr(kept)), name


SENTENCES = [
    ("sitejson_redirect_formats", "{'nginx': 1}",
     'must be a list of strings, not a value of the type "dict"; it was ignored.'),
    ("sitejson_checks", "'all'",
     'must be a list of strings, not the text "all"; it is read as ["all"].'),
    ("sitejson_extensions", "['x-note', None]",
     "may contain only strings, not None; other values were ignored."),
    ("sitejson_offline", "'yes'", 'must be True or False, not the text "yes"; it was ignored.'),
    ("sitejson_repository", "4",
     "must be a string or a dictionary of strings, not the number 4; it was ignored."),
    ("sitejson_largest_document", "0",
     "must be a whole number from 1 to 100,000, not the number 0; it was ignored."),
    ("sitejson_feedback_url", "'https://a.example.com/\\x1b'",
     "contains the character U+001B, which is not allowed; it was replaced."),
    ("sitejson_allowed_origins", "['schemas.example.com', 'https://b.example.com']",
     'contains "schemas.example.com", which is not an origin: the URL must begin with http:// '
     'or https://. Use an origin such as "https://schemas.example.com".'),
    ("sitejson_proxy_url", "'proxy.example.com'",
     "was ignored: the URL must begin with http:// or https://."),
    ("exclude_patterns", "'drafts'",
     'must be a list of strings, not the text "drafts"; it is read as ["drafts"].'),
    ("templates_path", "5",
     "must be a list of strings, not the number 5; it was ignored."),
    ("pygments_style", "'monokay'",
     'is not a style of Pygments: "monokay". Did you mean "monokai"?'),
    ("html_baseurl", "3",
     '"3" is not a URL; it must begin with https://. The site is built as if it had none.'),
]  # fmt: skip


def test_one_sentence_says_what_a_value_must_be(build_site):
    conf = "\n".join(f"{name} = {value}" for name, value, _ in SENTENCES)
    site = build_site({"site.json": settings(), "index.mdx": "# Home\n"}, conf=conf)

    found = {line.partition("/source/")[2] for line in site.warnings.splitlines()}
    subjects = [f"{name}:" if name == "html_baseurl" else f'"{name}"' for name, *_ in SENTENCES]
    assert found == {
        f"conf.py:{line}: WARNING: {subject} {row[2]} [sitejson.wrong_value]"
        for line, (subject, row) in enumerate(zip(subjects, SENTENCES, strict=True), start=3)
    }


def test_an_empty_dictionary_is_no_base_url(build_site):
    site = build_site({"site.json": settings(), "index.mdx": "# Home\n"}, conf="html_baseurl = {}")

    assert site.warnings == ""


@pytest.mark.parametrize(
    ("written", "types", "default"),
    [
        (1, {bool}, False),
        (True, {bool}, False),
        ("a", {str}, ""),
        (["a"], {list, tuple}, []),
        (("a",), {list, tuple}, ()),
        ({"a": "b"}, {str, dict}, ""),
        (None, {list, tuple}, None),
        ({"a"}, {list, tuple}, []),
    ],
)
def test_good_values_are_taken_without_a_word(written, types, default):
    value, wrong = normalize_value(written, types, default)

    assert wrong == []
    assert list(value or ()) == list(written or ()) if not isinstance(written, int) else value
