from html import escape

import pytest
from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.theme.html_builder import TitleCache


class Renderer:
    def __init__(self, change=str):
        self.rendered = []
        self.change = change

    def __call__(self, node):
        self.rendered.append(node)
        words = self.change(escape(node.astext(), quote=False)) if node else ""
        return {"title": words, "fragment": f"<h1>{words}</h1>"}


def test_a_title_of_plain_text_is_rendered_once():
    renderer = Renderer()
    render = TitleCache(renderer)

    first, second = render(nodes.title("", "Moor & go")), render(nodes.title("", "Moor & go"))

    assert first == second == {"title": "Moor &amp; go", "fragment": "<h1>Moor &amp; go</h1>"}
    assert len(renderer.rendered) == 1


def test_titles_of_letters_are_written_into_one_that_was_rendered():
    renderer = Renderer()
    render = TitleCache(renderer)

    titles = {
        words: render(nodes.title("", words)) for words in ("Moor a ship", "Überblick 2", "舟")
    }

    assert len(renderer.rendered) == 2
    for words, parts in titles.items():
        assert parts == {"title": words, "fragment": f"<h1>{words}</h1>"}


def test_each_title_is_rendered_where_a_translator_changes_its_text():
    renderer = Renderer(str.upper)
    render = TitleCache(renderer)

    assert render(nodes.title("", "Moor a ship"))["title"] == "MOOR A SHIP"
    assert render(nodes.title("", "Leave"))["title"] == "LEAVE"


def test_each_title_is_rendered_where_a_translator_numbers_them():
    numbers = iter(range(1, 100))
    render = TitleCache(Renderer(lambda words: f"{next(numbers)}. {words}"))

    assert render(nodes.title("", "Moor a ship"))["title"] == "3. Moor a ship"
    assert render(nodes.title("", "Leave"))["title"] == "4. Leave"


def test_what_somebody_does_to_a_title_is_not_remembered():
    render = TitleCache(Renderer())

    render(nodes.title("", "Moor"))["title"] = "changed"

    assert render(nodes.title("", "Moor"))["title"] == "Moor"


def test_titles_with_markup_or_numbers_and_other_parts_are_rendered_each_time():
    renderer = Renderer()
    render = TitleCache(renderer)
    for node in (
        nodes.title("", "", nodes.literal("", "moor()")),
        nodes.title("", "Moor", secnumber=(1, 2)),
        nodes.bullet_list(),
        None,
    ):
        render(node)
        render(node)

    assert len(renderer.rendered) == 8


def contents(title, *sections, **attributes):
    def entry(uri, *text):
        link = nodes.reference("", "", *text, internal=True, refuri=uri, anchorname=uri)
        return nodes.list_item("", addnodes.compact_paragraph("", "", link))

    parts = [entry(f"#{name}", nodes.Text(name)) for name in sections]
    first = entry("#", title if isinstance(title, nodes.Node) else nodes.Text(title))
    if parts:
        first += nodes.bullet_list("", *parts)
    first.update_all_atts(attributes)
    return nodes.bullet_list("", first)


def test_contents_with_the_same_sections_are_rendered_once():
    renderer = Renderer()
    render = TitleCache(renderer)

    for words in ("Moor a ship", "One-way trip, twice", "moorings"):
        rendered = render(contents(words, "ropes", "moorings"))["fragment"]
        expected = contents(words, "ropes", "moorings").astext()
        assert rendered == f"<h1>{expected}</h1>"
    render(contents("Moor a ship", "ropes"))
    render(contents("Moor a ship"))

    # Two titles, and three tables of contents.
    assert len(renderer.rendered) == 5


@pytest.mark.parametrize(
    "make",
    [
        lambda: contents("Moor & go", "ropes"),
        lambda: contents(nodes.literal("", "moor()"), "ropes"),
        lambda: contents("Moor", "ropes", secnumber=(1,)),
        lambda: nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", "Moor"))),
    ],
)
def test_contents_with_more_than_plain_links_are_rendered_each_time(make):
    renderer = Renderer()
    render = TitleCache(renderer)
    before = [make(), make()]

    results = [render(node) for node in before]

    assert [node.pformat() for node in renderer.rendered[-2:]] == [make().pformat()] * 2
    assert results[0] == results[1]


OF_PROJECT = """
from pathlib import Path
from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

class Marking(HTML5Translator):
    def visit_Text(self, node):
        self.body.append(self.encode(node.astext()).replace("Ship", "<em>Ship</em>"))

def note_title(app, pagename, templatename, context, doctree):
    if pagename == "ship":
        Path(app.outdir, "title.txt").write_text(context["title"])

def setup(app):
    app.connect("html-page-context", note_title)
"""
WAYS_TO_CHANGE = {
    "translator": "app.set_translator('html', Marking)",
    "handler": "app.add_node(nodes.Text, override=True, html=(Marking.visit_Text, lambda *_: 0))",
}


@pytest.mark.parametrize("way", WAYS_TO_CHANGE)
def test_a_project_may_write_titles_in_its_own_way(build_site, way):
    settings = {"name": "S", "navigation": [{"group": "G", "pages": ["index", "ship"]}]}
    files = {"site.json": settings, "index.md": "# Start\n", "ship.md": "# Our Ship\n"}
    site = build_site(files, conf=f"{OF_PROJECT}    {WAYS_TO_CHANGE[way]}\n")

    assert (site.outdir / "title.txt").read_text() == "Our <em>Ship</em>"
