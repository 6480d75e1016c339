"""Heads of tables: they follow the page, and never cover a row in a box that scrolls."""

import pytest

from support.windows import visit

pytestmark = pytest.mark.wide

ROWS = "".join(f"<tr><td>row {number}</td><td>text</td></tr>" for number in range(1, 31))
HEAD = "<thead><tr><th>name</th><th>value</th></tr></thead>"
LIST_TABLE = """\
.. list-table::
   :header-rows: 1

   * - name
     - value
""" + "".join(f"   * - row {number}\n     - text\n" for number in range(1, 31))


def indent(text: str) -> str:
    return "".join(f"   {line}" for line in text.splitlines(keepends=True))


def raw(start: str, end: str, table: str = "<table>") -> str:
    return f".. raw:: html\n\n   {start}{table}{HEAD}<tbody>{ROWS}</tbody></table>{end}\n"


def inside(*directives: str) -> str:
    """Return the table inside directives, the outermost first."""
    text = LIST_TABLE
    for directive in reversed(directives):
        text = f".. {directive}\n\n{indent(text)}"
    return text


BOXES = {
    "container": inside("container:: box"),
    "nested container": inside("container:: outer", "container:: box"),
    "note": inside("note::\n   :class: box"),
    "topic": inside("topic:: Topic\n   :class: box"),
    "card": inside("card:: Card\n   :class-card: box"),
    "card body": inside("card:: Card\n   :class-body: box"),
    "dropdown": inside("dropdown:: Dropdown\n   :open:\n   :class-container: box"),
    "tab": inside("tab-set::", "tab-item:: Tab\n   :class-content: box"),
    "grid": inside("grid:: 1", "grid-item::\n   :class: box"),
    "figure": inside("container:: figure box"),
    "div": raw('<div class="box">', "</div>"),
    "section of HTML": raw('<section class="box">', "</section>"),
    "div with a style": raw('<div style="overflow: auto">', "</div>"),
    "section with a style": raw('<section style="overflow: auto">', "</section>"),
    "details": raw('<details open><summary>More</summary><div class="box">', "</div></details>"),
    "needtable": raw('<div class="dataTables_wrapper"><div class="box">', "</div></div>"),
    "output of a cell": raw('<div class="output_area rendered_html box">', "</div>"),
    "table of a class": LIST_TABLE.replace("::\n", "::\n   :class: box\n", 1),
    "table with a caption": LIST_TABLE.replace("::\n", ":: Caption\n   :class: box\n", 1),
    "table of HTML": raw("", "", '<table class="box">'),
    "table with a style": raw("", "", '<table style="overflow: auto">'),
    "API": inside("py:function:: f()\n   :no-index:", "container:: box"),
    "list": f"- Item:\n\n{indent(inside('container:: box'))[1:]}",
    # The last one: it contains all that follows.
    "section": f".. rst-class:: box\n\nBoxed\n-----\n\n{LIST_TABLE}",
}
STYLES = [
    ".box { overflow-x: auto }",
    ".box { overflow: hidden }",
    ".box { max-height: 300px; overflow-y: scroll }",
]
PLAIN = {
    "table": LIST_TABLE,
    "table with a caption": LIST_TABLE.replace("::\n", ":: Caption\n", 1),
    "table with a width": LIST_TABLE.replace("::\n", "::\n   :width: 60%\n", 1),
    "table of HTML": raw("", ""),
    "table of a subsection": f"Part\n----\n\n{LIST_TABLE}",
}
GAP = """table => {
    const [head, body] = [table.tHead, table.tBodies[0]].map((one) => one.getBoundingClientRect());
    return body.top - head.bottom;
}"""
ROW_AT_POINT = """row => {
    const { left, top, height } = row.getBoundingClientRect();
    return row.contains(document.elementFromPoint(left + 20, top + height / 2));
}"""


@pytest.fixture
def show(page, publish):
    """Show a page at the width of a computer."""

    def show_page(text, style="", name="index.rst"):
        conf = 'project = "Lamps"\nhtml_theme = "sitejson"\nhtml_static_path = ["_static"]\n'
        conf += 'extensions = ["sphinx_sitejson", "sphinx_design"]\nhtml_css_files = ["own.css"]\n'
        conf += 'myst_enable_extensions = ["dollarmath"]\n'
        home = publish({name: text, "_static/own.css": style}, conf=conf)
        visit(page, f"{home}/index.html", (1280, 700))
        # The script has measured all tables.
        page.wait_for_function("document.querySelector('main table:not([data-more])') === null")
        return page.locator("main table")

    return show_page


def scroll_to(table, y):
    """Scroll until the table begins at a height of the window."""
    table.evaluate("(table, y) => scrollBy(0, table.getBoundingClientRect().top - y)", y)


def titled(text: str) -> str:
    return f"Lamps\n=====\n\n{text}"


def follows_page(table) -> bool:
    """Whether the head of a table is at the lower edge of the bar."""
    bar = table.page.locator(".sj-topbar").bounding_box()
    head = table.locator("thead").bounding_box()
    return abs(head["y"] - bar["y"] - bar["height"]) <= 2


def has_covered_row(table) -> bool:
    """Whether a head covers a row that is below the bar, or is lost in the middle of the table."""
    scroll_to(table, -100)
    if abs(table.evaluate(GAP)) > 1 and not follows_page(table):
        return True
    scroll_to(table, 300)
    is_visible = table.locator("tbody tr").first.evaluate(ROW_AT_POINT)
    return not is_visible or abs(table.evaluate(GAP)) > 1


@pytest.mark.parametrize("style", STYLES)
def test_no_head_covers_a_row_in_a_box_that_scrolls(show, style):
    text = "\n\n".join(f"The {name}:\n\n{box}" for name, box in BOXES.items())
    tables = show(titled(text), style).all()

    covered = [name for name, one in zip(BOXES, tables, strict=True) if has_covered_row(one)]
    assert covered == []


@pytest.mark.parametrize("name", PLAIN)
def test_the_head_of_a_table_follows_the_page(show, name):
    table = show(titled(PLAIN[name]))
    assert not has_covered_row(table)
    scroll_to(table, -200)

    assert follows_page(table)


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("value", ["auto", "hidden"])
def test_no_head_covers_a_row_of_a_table_that_an_author_lets_scroll(show, name, value):
    assert not has_covered_row(show(titled(PLAIN[name]), f"table {{ overflow: {value} }}"))


@pytest.mark.parametrize("name", ["index.mdx", "index.md"])
def test_the_head_of_a_table_in_markdown_follows_the_page(show, name):
    rows = "\n".join(f"| row {number} | $x$ |" for number in range(1, 31))
    table = show(f"# Lamps\n\n## Part\n\n| name | value |\n|---|---|\n{rows}\n", "", name)
    scroll_to(table, -200)

    assert follows_page(table)
