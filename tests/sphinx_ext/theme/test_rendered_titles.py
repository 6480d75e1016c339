from __future__ import annotations

from html import escape

from docutils import nodes

from sphinx_sitejson.sphinx_ext.theme.rendered_titles import remembering_titles


class Renderer:
    def __init__(self, change=str):
        self.rendered = []
        self.change = change

    def __call__(self, node):
        self.rendered.append(node)
        words = self.change(escape(node.astext())) if node else ""
        return {"title": words, "fragment": f"<h1>{words}</h1>"}


def test_a_title_of_words_is_rendered_once():
    renderer = Renderer()
    render = remembering_titles(renderer)

    first, second = render(nodes.title("", "Moor & go")), render(nodes.title("", "Moor & go"))

    assert first == second == {"title": "Moor &amp; go", "fragment": "<h1>Moor &amp; go</h1>"}
    assert len(renderer.rendered) == 1


def test_titles_of_letters_are_written_into_one_that_was_rendered():
    renderer = Renderer()
    render = remembering_titles(renderer)

    titles = {
        words: render(nodes.title("", words)) for words in ("Moor a ship", "Überblick 2", "舟")
    }

    assert len(renderer.rendered) == 2
    for words, parts in titles.items():
        assert parts == {"title": words, "fragment": f"<h1>{words}</h1>"}


def test_each_title_is_rendered_where_a_translator_changes_its_words():
    renderer = Renderer(str.upper)
    render = remembering_titles(renderer)

    assert render(nodes.title("", "Moor a ship"))["title"] == "MOOR A SHIP"
    assert render(nodes.title("", "Leave"))["title"] == "LEAVE"


def test_each_title_is_rendered_where_a_translator_numbers_them():
    numbers = iter(range(1, 100))
    render = remembering_titles(Renderer(lambda words: f"{next(numbers)}. {words}"))

    assert render(nodes.title("", "Moor a ship"))["title"] == "3. Moor a ship"
    assert render(nodes.title("", "Leave"))["title"] == "4. Leave"


def test_what_somebody_does_to_a_title_is_not_remembered():
    render = remembering_titles(Renderer())

    render(nodes.title("", "Moor"))["title"] = "changed"

    assert render(nodes.title("", "Moor"))["title"] == "Moor"


def test_titles_with_markup_or_numbers_and_other_parts_are_rendered_each_time():
    renderer = Renderer()
    render = remembering_titles(renderer)
    for node in (
        nodes.title("", "", nodes.literal("", "moor()")),
        nodes.title("", "Moor", secnumber=(1, 2)),
        nodes.bullet_list(),
        None,
    ):
        render(node)
        render(node)

    assert len(renderer.rendered) == 8
