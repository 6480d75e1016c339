"""Redirects as data: what leads where, and what is reported."""

import json

import pytest

from sphinx_sitejson.common.problems import Location, key_path
from sphinx_sitejson.publishing.redirect_files import RedirectWriter
from sphinx_sitejson.publishing.redirects import PathPattern, SiteContent, plan_redirects
from sphinx_sitejson.settings.site import Redirect

PAGES = {"index", "learn/start", "learn/deep/end", "guide", "folder/index"}


def plan(*pairs, has_server=False, files=(), pages=PAGES, order=(), base="", new=()):
    redirects = [
        Redirect(source=source, destination=target, at=("redirects", index))
        for index, (source, target) in enumerate(pairs)
    ]
    content = SiteContent(
        pages=pages,
        is_file=lambda path: path in files,
        has_server=has_server,
        reading_order=order,
        base_path=base,
        new_pages=new,
    )
    return plan_redirects(
        redirects, content, lambda at: Location(file="site.json", key_path=key_path(at))
    )


def leads(made):
    return {moved.path: moved.page or moved.target.external_url for moved in made.resolved}


def messages(made):
    return [problem.message for problem in made.problems]


TAUGHT = {"teach/start": "learn/start", "teach/deep/end": "learn/deep/end"}
TWO_PAGES = {"guide", "learn/start"}


@pytest.mark.parametrize(
    ("pairs", "options", "expected"),
    [
        ([("/old", "/")], {"pages": TWO_PAGES, "order": ["learn/start", "guide"]},
         {"old": "learn/start"}),
        ([("/v1/:slug*", "/learn/:slug*")], {"new": {"learn/deep/end"}},
         {"v1/start": "learn/start"}),
        ([("/blog", "https://example.com/blog")], {}, {"blog": "https://example.com/blog"}),
        ([("/teach/:slug*", "/learn/:slug*")], {}, TAUGHT),
        ([("/teach/*", "/learn/*")], {}, TAUGHT),
        ([("/teach/:page", "/learn/:page")], {}, {"teach/start": "learn/start"}),
        ([("/docs/:slug*", "/:slug*")],
         {"pages": TWO_PAGES, "order": ["guide", "learn/start"]},
         {"docs": "guide", "docs/guide": "guide", "docs/learn/start": "learn/start"}),
        ([("/:slug*", "/learn/:slug*")], {"order": ["learn/start"]},
         {"start": "learn/start", "deep/end": "learn/deep/end"}),
        ([("/teach/:slug*", "/learn/:slug*"), ("/teach/start", "/guide")], {},
         {**TAUGHT, "teach/start": "guide"}),
        ([("/:slug*", "/learn/:slug*")],
         {"pages": {"start", "learn/start", "learn/b", "index"}}, {"b": "learn/b"}),
        ([("/docs/old", "/docs/guide#x"), ("/older", "/guide"),
          ("/docs/teach/:slug*", "/docs/learn/:slug*")], {"base": "/docs"},
         {"old": "guide", "older": "guide", **TAUGHT}),
    ],
    ids=[
        "the root is the first page", "wildcards match no new pages", "another site",
        "a rest", "a star at the end", "one name", "an empty rest", "no empty rest without a page",
        "an exact redirect wins", "real pages stay", "sources with the base path",
    ],
)  # fmt: skip
def test_targets_of_redirects(pairs, options, expected):
    made = plan(*pairs, **options)

    assert leads(made) == expected
    assert made.problems == ()


@pytest.mark.parametrize(
    ("source", "target", "path", "page"),
    [
        ("/old", "/guide", "old", "guide"),
        ("old/", "guide", "old", "guide"),
        ("/old.html", "/guide.html", "old", "guide"),
        ("/old/index.html", "/folder", "old", "folder/index"),
        ("/old%20page", "/guide", "old page", "guide"),
        ("/old page", "/guide", "old page", "guide"),
        ("/v1.2", "/learn/start/", "v1.2", "learn/start"),
        ("/ünï", "/", "ünï", "index"),
    ],
)
def test_each_spelling_of_a_path(source, target, path, page):
    made = plan((source, target))

    assert leads(made) == {path: page}
    assert made.problems == ()


def test_query_and_fragment_of_the_destination_are_kept():
    (moved,) = plan(("/old", "/guide?tab=2#end")).resolved

    assert moved.target.suffix == "?tab=2#end"


def test_a_rest_before_a_name_may_be_empty():
    """No path begins with a slash, which would be outside of the output."""
    made = plan(("/:slug*/.index", "/:slug*"), pages={"index", "learn/start"})

    assert not [path for path in leads(made) if path.startswith("/")]
    assert leads(made)[".index"] == "index"


def test_what_only_a_server_can_do_is_reported_once_without_a_server():
    pairs = [("/blog/:slug*", "https://example.com/:slug*"), ("/old/:slug*", "/guide")]

    assert leads(plan(*pairs)) == {"old": "guide"}
    cure = 'URLs that only a server can redirect; name its format in "sitejson_redirect_formats".'
    for used, message in (
        (pairs[:1], f'"/blog/:slug*" matches {cure}'),
        (pairs, f'"/blog/:slug*" and 1 other match {cure}'),
        ([*pairs, ("/aged/:x*", "/guide")], f'"/blog/:slug*" and 2 others match {cure}'),
    ):
        assert [each for each in messages(plan(*used)) if "only a server" in each] == [message]
    assert messages(plan(*pairs, has_server=True)) == []


def test_a_chain_is_collapsed_and_reported():
    made = plan(("/a", "/b#x"), ("/b", "/c"), ("/c", "/guide"))

    assert leads(made) == {"a": "guide", "b": "guide", "c": "guide"}
    assert made.find("a").target.suffix == "#x"
    assert messages(made) == [
        '"/b" is itself redirected; readers are sent directly to "/guide".',
        '"/c" is itself redirected; readers are sent directly to "/guide".',
    ]
    assert all(problem.is_repaired for problem in made.problems)


def test_a_chain_through_a_wildcard():
    made = plan(("/a", "/teach/start"), ("/teach/:slug*", "/learn/:slug*"))

    assert leads(made)["a"] == "learn/start"


@pytest.mark.parametrize(
    "pairs",
    [[("/x", "/y"), ("/y", "/x")], [("/x", "/x")], [("/x", "/y"), ("/y", "/z"), ("/z", "/x.html")]],
)
def test_a_loop_is_reported_once_and_left_out(pairs):
    made = plan(*pairs)

    assert made.resolved == ()
    assert len(made.problems) == 1
    assert "a loop, /x → " in made.problems[0].message
    assert made.problems[0].location.key_path == "redirects[0].source"


def test_what_points_into_a_loop_has_no_target():
    made = plan(("/a", "/x"), ("/x", "/y"), ("/y", "/x"))

    assert made.resolved == ()
    assert len(made.problems) == 2


@pytest.mark.parametrize("source", ["/guide", "/guide.html", "/folder", "/folder/index", "/"])
def test_a_page_stays_where_it_is(source):
    made = plan((source, "/learn/start"))

    assert made.resolved == ()
    assert "is a page of this site; the redirect was ignored." in made.problems[0].message


def test_a_file_stays_where_it_is():
    assert (
        "is a file of this site" in plan(("/a.txt", "/guide"), files={"a.txt"}).problems[0].message
    )


def test_a_file_may_be_the_destination():
    (moved,) = plan(("/paper", "/paper.pdf"), files={"paper.pdf"}).resolved

    assert (moved.page, moved.target.path) == ("", "paper.pdf")


def test_a_destination_that_does_not_exist():
    made = plan(("/old", "/gide"))

    assert made.resolved == ()
    assert messages(made) == [
        '"/gide" is not a page of this site; the redirect was ignored. Did you mean "guide"?'
    ]
    assert made.problems[0].location.key_path == "redirects[0].destination"


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("/../up", "/guide"),
        ("/%2e%2e/up", "/guide"),
        ("/a/%2e%2e/%2e%2e/up", "/guide"),
        ("C:/x", "/guide"),
        ("/a%00b", "/guide"),
        ("/a%0Ab", "/guide"),
        ("/a\\b", "/guide"),
        ("//host/x", "/guide"),
        ("https://example.com/x", "/guide"),
        ("/" + "x" * 300, "/guide"),
        ("/a", "javascript:alert(1)"),
        ("/a", "data:text/html,x"),
        ("/a", "mailto:a@example.com"),
        ("/a", "#top"),
        ("/a", "/../../etc/passwd"),
        ("/a", "http://[bad"),
        ("/a", ""),
        ("/a/:x*", "/learn/:y*"),
    ],
)
def test_hostile_values_are_left_out_with_a_reason(source, target):
    made = plan((source, target))

    assert (made.resolved, made.rules) == ((), ())
    assert len(made.problems) == 1


def test_the_same_address_written_twice():
    made = plan(("/old", "/guide"), ("/old.html", "/learn/start"))

    assert leads(made) == {"old": "guide"}
    assert messages(made) == ['"/old" is redirected already; the redirect was ignored.']


def writer(made, base=""):
    return RedirectWriter(
        made,
        base_path=base,
        target_url=lambda moved: (
            moved.target.external_url or f"{moved.page}.html{moved.target.suffix}"
        ),
    )


def test_the_file_of_hosts():
    made = plan(("/old page", "/guide#end"), ("/teach/:slug*", "/learn/:slug*"), has_server=True)
    lines = writer(made, "/docs").redirects_file().splitlines()

    assert lines[:3] == [
        "/docs/old%20page /docs/guide.html#end 301",
        "/docs/old%20page/ /docs/guide.html#end 301",
        "/docs/old%20page.html /docs/guide.html#end 301",
    ]
    assert lines[-1] == "/docs/teach/* /docs/learn/:splat 301"


def test_the_maps_of_nginx():
    redirects = [
        Redirect(source="/a%22b", destination="https://example.com/$host", at=()),
        Redirect(source="/t.x/:s*", destination="/learn/:s*", permanent=False, at=()),
    ]
    content = SiteContent(pages=PAGES, has_server=True)
    made = plan_redirects(redirects, content, lambda at: Location(file="x"))
    text = writer(made).nginx()

    assert made.problems[0].message.startswith('"/a%22b" is not the path')
    permanent, temporary = text.split("\n\n")
    assert permanent == 'map $uri $sitejson_permanent {\n    default "";\n}'
    assert '"~^/t\\\\.x/(?<rest>.*)$" "/learn/$rest";' in temporary
    assert '"/t.x/start" "/learn/start.html";' in temporary


def test_a_dollar_sign_is_no_variable_of_nginx():
    text = writer(plan(("/a", "https://example.com/$host"))).nginx()

    assert '"/a" "https://example.com/%24host";' in text


def test_the_requests_for_read_the_docs():
    made = plan(("/old", "/guide"), ("/b/:s*", "https://example.com/:s*"), has_server=True)
    lines = json.loads(writer(made, "/en/latest").read_the_docs())

    assert lines[0] == {
        "type": "page", "from_url": "/old", "to_url": "/guide.html", "http_status": 301,
    }  # fmt: skip
    assert lines[-1]["from_url"] == "/b/*"
    assert lines[-1]["to_url"] == "https://example.com/:splat"


@pytest.mark.parametrize(
    ("pattern", "path", "values"),
    [
        ("a/:s*", "a", {"s": ""}),
        ("a/:s*", "a/b/c", {"s": "b/c"}),
        ("a/:s*", "ab", None),
        ("a/:s", "a/b/c", None),
        ("a/:s", "a/b", {"s": "b"}),
        ("pre-*", "pre-fix/x", {"": "fix/x"}),
        (":x/:x", "a/a", {"x": "a"}),
        (":x/:x", "a/b", None),
        ("a.b/:s*", "aXb/c", None),
    ],
)
def test_patterns(pattern, path, values):
    assert PathPattern(pattern).match(path) == values


ORDER = ["learn/deep/end", "learn/start", "folder/index"]


def test_a_folder_points_to_the_first_page_in_it():
    made = plan(("/old", "/learn"), ("/learn/deep", "/guide"), order=ORDER)

    assert leads(made) == {"old": "learn/deep/end", "learn/deep": "guide"}
    assert {folder.path: folder.page for folder in made.folders} == {"learn": "learn/deep/end"}
    assert made.find("learn").page == "learn/deep/end"
    assert made.find("learn/deep").page == "guide"
    assert made.problems == ()


def test_folders_are_no_matter_of_servers():
    assert writer(plan(order=ORDER)).redirects_file() == ""
