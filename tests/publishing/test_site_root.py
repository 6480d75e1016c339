"""A site begins with a page that is there, or the build says why it cannot."""

import pytest

from support.sites import sphinx_build, write_files

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "X", "version": "1"},
    "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "OK"}}}}},
}


def site(*pages):
    return {"name": "X", "navigation": [{"group": "G", "pages": list(pages)}]}


@pytest.mark.parametrize(
    ("pages", "files", "sentence"),
    [
        (["intro", "guides/strat"], {"guides/start.mdx": "# S"},
         'none of the pages that site.json lists is in the project: "intro", "guides/strat". '
         'Did you mean "guides/start"?'),
        ([f"p{number}" for number in range(8)], {},
         "none of the pages that site.json lists is in the project: "
         '"p0", "p1", "p2", "p3", "p4" and 3 more.'),
        ([], {"a.mdx": "# A"},
         'the navigation of site.json lists no page, and there is no "index.mdx".'),
        (["x" * 5000], {}, "none of the pages that site.json lists is in the project: "),
    ],
)  # fmt: skip
def test_no_listed_page_is_there(build_site, pages, files, sentence):
    built = build_site({"site.json": site(*pages), **files}, expect_failure=True)

    assert built.error.startswith(f"The build stops: {sentence}")
    # An empty group is the cause.
    warnings = built.warnings.splitlines()
    assert ['the group "G" has no pages' in warning for warning in warnings] == [True] * (not pages)


OUTLINE = {
    "tabs": [
        {"tab": "Guides", "groups": [{"group": "G", "root": "home", "pages": ["intro", "start"]}]},
        {"tab": "API", "versions": [{"version": "v1", "pages": ["api/one"]}]},
    ]
}
OLDER = {
    **site("home", "intro", "start", "api/one"),
    "tabs": [{"name": "API", "url": "api"}],
    "anchors": [{"name": "Guides", "url": "guides", "icon": "book"}],
}
NEWER = {"theme": "mint", "name": "X", "colors": {"primary": "#0A7D55"}, "navigation": OUTLINE}
SPELLINGS = pytest.mark.parametrize(
    ("file", "settings", "conf"),
    [
        ("site.json", OLDER, ""),
        ("docs.json", NEWER, ""),
        ("mint.json", OLDER, 'sitejson_file = "mint.json"'),
    ],
)
NOTHING_THERE = (
    'none of the pages that {} lists is in the project: "home", "intro", "start", "api/one".'
)


@SPELLINGS
def test_the_build_ends_with_one_sentence(tmp_path, capfd, file, settings, conf):
    files = {"conf.py": f'extensions = ["sphinx_sitejson"]\n{conf}\n', "elsewhere/a.mdx": "# A"}
    write_files(tmp_path, {**files, file: settings})

    with pytest.raises(SystemExit) as stopped:
        sphinx_build("-q", tmp_path, tmp_path / "out")
    # Python prints it and ends with the status 1.
    assert stopped.value.code == f"The build stops: {NOTHING_THERE.format(file)}"
    assert capfd.readouterr().err == ""


@SPELLINGS
def test_a_first_page_that_is_not_listed_is_built_with_one_warning(
    build_site, file, settings, conf
):
    built = build_site({file: settings, "index.mdx": "# Hi"}, conf=conf)

    (warning,) = built.warnings.splitlines()
    assert NOTHING_THERE.format(file) in warning
    assert "[sitejson.missing_page]" in warning
    assert built.exists("index.html")


def test_one_listed_page_that_is_there_leaves_a_warning_for_each_of_the_others(build_site):
    built = build_site({"site.json": site("intro", "one", "two"), "intro.mdx": "# Intro"})

    assert built.warnings.count("has no file") == 2
    assert "none of the pages" not in built.warnings


def test_paths_that_leave_the_project_are_still_reported(build_site):
    built = build_site({"site.json": site("../a", "b"), "index.mdx": "# Hi"})

    outside, nothing = built.warnings.splitlines()
    assert 'the page "../a" is not a path inside the project' in outside
    assert 'none of the pages that site.json lists is in the project: "b".' in nothing


def test_a_root_document_of_conf_py_that_is_not_there(build_site):
    files = {"site.json": site("start"), "start.mdx": "# S"}
    built = build_site(files, conf='root_doc = "strat"', expect_failure=True)

    assert built.error == "The build stops: conf.py cannot be used."
    assert (
        'conf.py:3: ERROR: the root document "strat" is not a page of the project. Did you mean '
        '"start"? [sitejson.conf_py]'
    ) in built.warnings


def test_pages_of_a_document_alone_do_not_make_a_site(build_site):
    settings = {**site("api/a"), "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}]}
    built = build_site({"site.json": settings, "api.json": DOCUMENT}, expect_failure=True)

    assert built.error == (
        "The build stops: no page that site.json lists is a file of the project; "
        'write an "index.mdx".'
    )


def test_the_next_build_finds_the_page(build_site):
    built = build_site({"site.json": site("intro")}, expect_failure=True)
    again = built.rebuild({"intro.mdx": "---\ntitle: Intro\n---\n"})

    assert again.warnings == ""
    assert again.exists("intro.html")


@pytest.mark.parametrize("has_first_page", [True, False])
def test_pages_of_a_document_do_not_hide_that_all_others_are_missing(build_site, has_first_page):
    navigation = {"tabs": [{"tab": "A", "pages": ["a", "b"]}, {"tab": "B", "openapi": "api.json"}]}
    files = {"docs.json": {**NEWER, "navigation": navigation}, "api.json": DOCUMENT}
    first = {"index.mdx": "# Hi"} if has_first_page else {}
    built = build_site({**files, **first}, expect_failure=not has_first_page)

    told = [*built.warnings.splitlines(), *built.error.splitlines()]
    assert len(told) == 1
    assert 'none of the pages that docs.json lists is in the project: "a", "b".' in told[0]
