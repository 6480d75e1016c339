from __future__ import annotations

from docutils import nodes

from sphinx_sitejson.sphinx_ext.builder_memory import remembering_formatters, remembering_titles


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


def test_a_formatter_is_made_once_for_its_options():
    make = remembering_formatters(lambda **options: dict(options))

    assert make(linenos=False) is make(linenos=False)
    assert make(linenos="table") is not make(linenos=False)
    assert make(hl_lines=[1]) == {"hl_lines": [1]}
    assert make(hl_lines=[1]) is not make(hl_lines=[1])


def test_words_without_a_color_are_in_no_element(build_site):
    page = "# Home\n\n```python\nship = moor(berth)\n```\n"
    settings = {"name": "Harbour", "navigation": [{"group": "Start", "pages": ["index"]}]}
    files = {"site.json": settings, "index.md": page}

    ours = build_site(files).text("index.html")
    own = build_site(files, conf='pygments_style = "sphinx"').text("index.html")

    assert "ship = moor(berth)" in ours
    assert '<span class="n">ship</span> <span class="o">=</span> ' in own
