from __future__ import annotations

from docutils import nodes

from sphinx_sitejson.sphinx_ext.theme.rendered_titles import remembering_titles


class Renderer:
    def __init__(self):
        self.rendered = []

    def __call__(self, node):
        self.rendered.append(node)
        return {"title": node.astext() if node else "", "fragment": ""}


def test_a_title_of_words_is_rendered_once():
    renderer = Renderer()
    render = remembering_titles(renderer)

    first, second = render(nodes.title("", "Moor")), render(nodes.title("", "Moor"))

    assert first == second == {"title": "Moor", "fragment": ""}
    assert len(renderer.rendered) == 1


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
