"""Pages with the Markdown of Material for MkDocs."""

from importlib.util import find_spec

import pytest

TEXT = """
A ==marked *word*==, ++ctrl+c++, and HTML. :rocket:

*[HTML]: A language

!!! note
    First.

!!! success "It *worked*"
    Second.

!!! warning inline end
    Third.

??? bug "Folded"
    Fourth.

=== "One"

    Fifth.

    ```python
    x = 1
    ```

=== "Two"

    Sixth.
"""
SITE = {
    "name": "Site",
    "markdownSyntax": "material",
    "navigation": [{"group": "All", "pages": ["index", "two"]}],
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    files = {"site.json": SITE, "index.md": f"# One\n{TEXT}"}
    return build_shared_site({**files, "two.mdx": f"---\ntitle: Two\n---\n{TEXT}"})


@pytest.mark.parametrize("path", ["index.html", "two.html"])
def test_all_of_its_syntax_is_shown(site, path):
    assert site.warnings == ""
    body = site.page(path).select_one(".sj-prose")
    assert body.select_one("mark > em").get_text() == "word"
    assert [key.get_text() for key in body.select("kbd")] == ["Ctrl", "C"]
    assert body.select_one("abbr")["title"] == "A language"
    notes = body.select(".admonition")
    assert [{*note["class"]} - {"admonition"} for note in notes] == [{"note"}, {"tip"}, {"warning"}]
    titles = [note.select_one(".admonition-title").get_text() for note in notes]
    assert titles == ["Note", "It worked", "Warning"]
    fold = body.select_one("details")
    assert fold.select_one("summary").get_text(strip=True) == "Folded"
    assert not fold.has_attr("open")
    tabs = body.select(".sjc-tabs > details")
    assert [tab.select_one("summary").get_text(strip=True) for tab in tabs] == ["One", "Two"]
    assert tabs[0].select_one(".highlight")
    emoji = "🚀" if find_spec("emoji") else ":rocket:"
    assert emoji in body.select_one("p:has(mark)").get_text()


def test_the_syntax_is_off_unless_the_settings_turn_it_on(site):
    off = site.rebuild({"site.json": {**SITE, "markdownSyntax": None}})
    assert off.read_docs == {"index", "two"}
    assert not off.page("index.html").select(".sj-prose :is(mark, kbd, abbr, .admonition)")
    assert "==marked" in off.text("two.html")
