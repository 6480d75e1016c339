"""Pages that show what changed between two documents."""

import pytest

from support.sites import api_settings

OK = {"200": {"description": "x"}}


def document(version, paths):
    return {"openapi": "3.1.0", "info": {"title": "Lamps", "version": version}, "paths": paths}


OLD = document("1.0", {"/a": {"get": {"summary": "Old", "responses": OK}},
                       "/b": {"get": {"summary": "B", "responses": OK}}})  # fmt: skip
QUERY = {"name": "q", "in": "query", "required": True, "schema": {"type": "string"}}
NEW = document("2.0", {"/b": {"get": {"summary": "B", "parameters": [QUERY], "responses": OK}},
                       "/c": {"get": {"summary": "New", "responses": OK}}})  # fmt: skip
FILES = {
    "site.json": api_settings(
        "Lamps", "/specs/new.json", pages=["index", "changes", "guides/part"]
    ),
    "index.mdx": "---\ntitle: Home\n---\n",
    "changes.mdx": "---\ntitle: Changes\nopenapi-changes: specs/old.json specs/new.json\n---\n",
    "guides/part.md": "# Part\n\n```{openapi-changes} ../specs/old.json /specs/new.json\n```\n",
    "specs/old.json": OLD,
    "specs/new.json": NEW,
}
CONF = 'sitejson_openapi_previous = {"/specs/new.json": "/specs/old.json"}\n'


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES, conf=CONF)


def test_a_page_of_changes(site):
    page = site.page("changes.html").select_one("main")

    assert site.warnings == ""
    assert [heading.get_text()[:-1] for heading in page.select("h2")] == [
        "Removed",
        "Changed",
        "Added",
    ]
    assert (
        "From version 1.0 to version 2.0: 1 removed, 1 changed, 1 added; 2 of them breaking."
        in (page.get_text())
    )
    assert [code.get_text() for code in page.select("dt code")] == ["GET /a", "GET /b", "GET /c"]
    assert [link["href"] for link in page.select("dt a.reference")] == [
        "api/b.html",
        "api/new.html",
    ]
    change = page.select_one("#changes-changed dd li")
    assert " ".join(change.get_text().split()) == (
        "Breaking query parameter q was added, and is required."
    )


def test_the_directive(site):
    assert "GET /a" in site.page("guides/part.html").select_one("main").get_text()
    assert "**Breaking** `query parameter q` was added, and is required." in site.text(
        "guides/part.md"
    )


def test_a_note_on_operations_that_changed(site):
    changed = site.page("api/b.html").select_one("main .versionchanged")
    added = site.page("api/new.html").select_one("main .versionadded")

    assert "Changed in version 2.0:" in changed.get_text()
    assert "query parameter q was added, and is required." in changed.get_text()
    assert added.get_text().strip() == "Added in version 2.0."


def test_a_changed_document_is_compared_again(build_site):
    site = build_site(FILES)
    again = site.rebuild({"specs/old.json": document("1.5", OLD["paths"])})

    assert again.read_docs == {"changes", "guides/part"}
    assert "From version 1.5" in again.text("changes.html")


def test_warnings_and_what_several_operations_share(build_clean):
    def served(version, url, **ids):
        paths = {
            f"/{name}": {"get": {"summary": name, "operationId": id_, "responses": OK}}
            for name, id_ in ids.items()
        }
        return {**document(version, paths), "servers": [{"url": url}]}

    old = served("1.0", "https://old.example", a="a", b="b")
    new = served("2.0", "https://new.example", a="z", b="b")
    site = build_clean({**FILES, "specs/old.json": old, "specs/new.json": new}, conf=CONF)
    page = site.page("changes.html").select_one("main")

    def lines(part):
        return [" ".join(item.get_text().split()) for item in page.select(f"{part} li")]

    assert "2 changed; 2 of them breaking." in page.get_text()
    assert lines("#changes-shared") == [
        "Breaking server https://old.example was removed.",
        "server https://new.example was added.",
    ]
    assert lines("#changes-changed") == ['Warning It has the operationId "z", no longer "a".']
    assert [code.get_text() for code in page.select("#changes-changed dt code")] == ["GET /a"]
    note = site.page("api/b.html").select_one("main .versionchanged").get_text()
    assert "https://old.example was removed." in " ".join(note.split())


@pytest.mark.parametrize("builder", ["text", "latex", "man", "gettext"])
def test_every_builder_can_show_it(build_site, builder):
    site = build_site(FILES, conf=CONF, builder=builder)

    assert "changes" not in site.warnings
    if builder == "text":
        assert '**Breaking** "query parameter q"' in site.text("changes.txt")


@pytest.mark.parametrize(
    ("words", "warning"),
    [
        ("gone.json specs/new.json", 'the OpenAPI document "gone.json" is not in the project.'),
        ("specs/new.json", "changes.mdx:3: WARNING: openapi-changes: must be two documents"),
        ("../../etc/passwd specs/new.json", "is not in the project."),
        ("https://example.com/x.json specs/new.json", "is not named in site.json."),
        ("index.mdx specs/new.json", "index.mdx"),
    ],
)
def test_documents_that_cannot_be_compared(build_site, words, warning):
    changes = f"---\ntitle: Changes\nopenapi-changes: {words}\n---\n"
    site = build_site({**FILES, "changes.mdx": changes})

    assert warning in site.warnings
    assert site.page("changes.html").select_one("h1")
