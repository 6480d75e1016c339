"""Values of conf.py of the wrong kind are named, and the site is built without them."""

from __future__ import annotations

import contextlib
import io
import re

import pytest

from sphinx_sitejson.sphinx_ext.conf_values import settled

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
WRONG = ("None", "17", "2.5", "{'a': 1}", "[3, None]", "['x']", "print", "'x'", "{1, 2}")


@pytest.fixture(scope="module")
def names(build_shared_site) -> list[str]:
    """All values of ours that an author can set."""
    print_names = """
        def setup(app):
            app.connect("config-inited", lambda app, config: print(*config.values), priority=999)
    """
    with contextlib.redirect_stdout(io.StringIO()) as told:
        build_shared_site(FILES, conf=print_names)
    found = [name for name in told.getvalue().split() if name.startswith("sitejson_")]
    assert len(found) > 15
    return found


@pytest.mark.parametrize("value", WRONG)
def test_no_value_of_the_wrong_kind_ends_a_build(build_site, names, value):
    """All values at once, for each is settled before any is used."""
    # A settings file of another name is no wrong kind, and ends the build when there is none.
    left_out = {"sitejson_catalogs", "sitejson_file" if value == "'x'" else ""}
    conf = "\n".join(f"{name} = {value}" for name in names if name not in left_out)

    site = build_site(FILES, conf=conf)

    assert site.exists("index.html") and site.exists("api/get-a.html")
    assert "Traceback" not in site.warnings
    assert not re.search(r"\b[A-Z]\w+Error\b", site.warnings), site.warnings
    # Nothing is left for Sphinx to say, whose words name types of Python.
    assert "The config value" not in site.warnings


@pytest.mark.parametrize(
    ("conf", "told"),
    [
        (
            "sitejson_redirect_formats = {'nginx': 1}",
            'conf.py: "sitejson_redirect_formats" must be a list of strings, not a value of the '
            'type "dict"; it is left out. [sitejson.wrong_value]',
        ),
        (
            "sitejson_checks = 'all'",
            'conf.py: "sitejson_checks" must be a list of strings, not the text "all"; it is read '
            'as ["all"]. [sitejson.wrong_value]',
        ),
        (
            "sitejson_extensions = ['x-note', None]",
            'conf.py: "sitejson_extensions" may contain only strings, not None; other values are '
            "left out. [sitejson.wrong_value]",
        ),
        (
            "sitejson_offline = 'yes'",
            'conf.py: "sitejson_offline" must be True or False, not the text "yes"; it is left '
            "out. [sitejson.wrong_value]",
        ),
        (
            "sitejson_repository = 4",
            'conf.py: "sitejson_repository" must be a text or a dictionary of strings, not a value '
            'of the type "int"; it is left out. [sitejson.wrong_value]',
        ),
        (
            "sitejson_allowed_origins = ['schemas.example.com', 'https://b.example.com']",
            'conf.py: "sitejson_allowed_origins" names "schemas.example.com", which allows '
            "nothing: the URL must begin with http:// or https://. Write an origin such "
            'as "https://schemas.example.com". [sitejson.wrong_value]',
        ),
        (
            "sitejson_proxy_url = 'proxy.example.com'",
            'conf.py: "sitejson_proxy_url" is left out: the URL must begin with http:// '
            "or https://. [sitejson.wrong_value]",
        ),
        ("html_baseurl = {}", ""),
        (
            "html_baseurl = 3",
            'html_baseurl: "3" is not a URL; it must begin with https://. The site is '
            "built as if it had none. [sitejson.wrong_value]",
        ),
    ],
)
def test_one_sentence_says_what_a_value_must_be(build_site, conf, told):
    home = {"name": "P", "navigation": [{"group": "Start", "pages": ["index"]}]}

    site = build_site({"site.json": home, "index.mdx": "# Home\n"}, conf=conf)

    assert site.warnings.strip().removeprefix("WARNING: ") == told


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
    value, wrong = settled(written, types, default)

    assert wrong == []
    assert list(value or ()) == list(written or ()) if not isinstance(written, int) else value
