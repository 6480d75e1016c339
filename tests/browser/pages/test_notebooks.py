"""What nbsphinx and MyST-NB make of the output of cells, measured in a browser."""

import pytest

from sphinx_sitejson.common.colors import contrast
from sphinx_sitejson.common.files import THEME
from support.windows import DESKTOP, visit

pytestmark = pytest.mark.wide

OUTPUT = """\
Lamps
=====

.. raw:: html

   <div class="nboutput nblast docutils container">
   <div class="output_area rendered_html docutils container">
   <style>#T_1_row4_col0 { background-color: lightgreen; }</style>
   <table id="T_1"><thead><tr><th>power</th></tr></thead>
   <tbody><tr><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr><tr><td>4</td></tr>
   <tr><td id="T_1_row4_col0">5</td></tr></tbody></table>
   </div></div>
   <div class="nboutput nblast docutils container"><div class="output_area docutils container">
   <div class="highlight"><pre><span style="color: rgb(0,135,0)">def</span>
   <span style="color: rgb(255,215,0)">lamp</span>
   <span style="color: rgb(0,0,135)">on</span></pre></div>
   </div></div>
   <style>
   div.cell details.hide > summary { display: block; padding: inherit; margin: inherit; }
   div.cell details.hide > summary > p { display: list-item; margin-bottom: 0; }
   div.cell details.hide:not([open]) { padding-bottom: 0; }
   </style>
   <div class="cell tag_hide-input docutils container"><details class="admonition hide above-input">
   <summary><p class="collapsed admonition-title">Show code cell source</p></summary>
   <div class="cell_input docutils container"><pre>lamp = 1</pre></div></details></div>
   <div class="admonition note"><p>A note without a title.</p></div>

.. note:: A note with a title.

.. raw:: html

   <div style="overflow-x: auto"><table id="boxed"><thead><tr><th>power</th></tr></thead>
   <tbody><tr><td>6</td></tr></tbody></table></div>
   <table id="alone"><thead><tr><th>power</th></tr></thead>
   <tbody><tr><td>5</td></tr></tbody></table>
"""
TEXT_COLOR = """one => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.fillStyle = getComputedStyle(one).webkitTextFillColor;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return "#" + [red, green, blue].map(part => part.toString(16).padStart(2, "0")).join("");
}"""


@pytest.fixture
def notebook(page, publish):
    conf = 'project = "Lamps"\nhtml_theme = "sitejson"\n'
    visit(page, publish({"index.rst": OUTPUT}, conf=conf) + "/index.html", DESKTOP)
    page.add_style_tag(path=THEME / "styles" / "extensions" / "notebooks.css")
    return page


@pytest.mark.parametrize("name", ["T_1", "boxed"])
def test_the_head_of_a_table_in_a_box_that_scrolls_stays_above_its_rows(notebook, name):
    notebook.add_style_tag(content="div.output_area { overflow: auto }")
    table = notebook.locator(f"#{name}[data-more='']")
    head, row = (table.locator(f"{part} tr").first.bounding_box() for part in ("thead", "tbody"))

    assert head["y"] + head["height"] <= row["y"] + 1
    position = "one => getComputedStyle(one.tHead).position"
    assert notebook.locator("#alone[data-more='']").evaluate(position) == "sticky"


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_tables_with_colors_of_their_own_can_be_read(notebook, mode):
    notebook.emulate_media(color_scheme=mode)
    cell = notebook.locator("#T_1_row4_col0")
    plain = notebook.locator("#T_1 td").first

    assert contrast(cell.evaluate(TEXT_COLOR), "#90ee90") >= 4.5
    background = "one => getComputedStyle(one).backgroundColor"
    assert plain.evaluate(background) == "rgb(255, 255, 255)"


@pytest.mark.parametrize(("mode", "page_color"), [("light", "#ffffff"), ("dark", "#17181a")])
def test_colors_of_terminals_by_value_can_be_read(notebook, mode, page_color):
    notebook.emulate_media(color_scheme=mode)

    for text in notebook.locator("pre span[style]").all():
        assert contrast(text.evaluate(TEXT_COLOR), page_color) >= 3


def test_a_hidden_cell_has_the_same_space_above_and_below_its_label(notebook):
    cell = notebook.locator("details.hide")
    box, label = cell.bounding_box(), cell.locator("p").bounding_box()

    above = label["y"] - box["y"]
    below = box["y"] + box["height"] - label["y"] - label["height"]
    assert above == pytest.approx(below, abs=1)
    assert above > 8


def test_an_admonition_without_a_title_has_no_gap_for_its_icon(notebook):
    without, with_title = (
        notebook.locator("div.admonition")
        .nth(place)
        .evaluate("n => parseFloat(getComputedStyle(n).paddingLeft)")
        for place in (0, 1)
    )
    assert without < 20 < with_title
