"""The theme's own templates escape whatever they show; those of others keep Sphinx's meaning."""

import pytest
from jinja2 import Environment, nodes
from jinja2.ext import i18n

from sphinx_sitejson.common.files import PACKAGE, THEME
from sphinx_sitejson.theme.project_templates import ESCAPED_FOLDERS, escapes_values

pytestmark = pytest.mark.oldest

TEMPLATES = sorted(
    file for folder in (*ESCAPED_FOLDERS, PACKAGE / "templates") for file in folder.rglob("*.html*")
)
MARKUP_OF_SPHINX = {"body", "css_tag(css)", "js_tag(js)", "metatags", "toc"}
"""What a template may show as it is: Sphinx gives it as HTML."""

LIVE = '"><i data-live>'
SETTINGS = {
    "name": f"Site {LIVE}",
    "search": {"prompt": f"Prompt {LIVE}"},
    "navigation": [{"group": f"Group {LIVE}", "pages": ["index", "other"]}],
}
LAYOUT = """
{%- extends "!layout.html" %}
{%- macro bold(text) %}<b class="own">{{ text }}</b>{% endmacro %}
{%- block extrahead %}
  {{- super() }}
  <meta name="own" {{ own_attributes }}>
{%- endblock %}
{%- block footer %}
  {%- set line %}<u class="own">{{ own_html }}</u>{% endset %}
  {{- bold(own_html) }}{{ line }}{{ [own_html, own_html] | join("<hr class=own>") }}
  {%- trans html=own_html %}Translated {{ html }}{% endtrans %}
  {{- super() }}
{%- endblock %}
"""
SEARCH = """
{%- extends "!search.html" %}
{%- block css %}{{ super() }}<style class="own">{{ own_css }}</style>{% endblock %}
"""
FILES = {
    "site.json": SETTINGS, "index.md": "# Home\n\n```{index} term\n```\n", "other.md": "# Other\n",
    "_templates/layout.html": LAYOUT, "_templates/search.html": SEARCH,
    "_templates/side.html": "<p class='side'>{{ own_html }}</p>",
    "_templates/partials/eyebrow.html": "<p class='eyebrow'>{{ own_html }}{{ sj.name }}</p>",
}  # fmt: skip
CONF = """
templates_path = ["_templates"]
html_sidebars = {"other": ["side.html"]}
html_context = {
    "own_html": "<em class='own'>text</em>",
    "own_css": "a > b { color: red }",
    "own_attributes": 'content="of the project"',
}
"""


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(FILES, conf=CONF)


@pytest.mark.parametrize("name", ["index", "other", "search", "genindex", "404"])
def test_no_setting_becomes_markup(site, name):
    page = site.page(f"{name}.html")

    assert not page.select("[data-live]")
    assert page.select_one(".sj-site-name").get_text() == SETTINGS["name"]
    prompt = page.select_one(".sj-search > span > :last-child").get_text()
    assert prompt == SETTINGS["search"]["prompt"]


def test_the_prompt_of_the_search_page_is_text(site):
    field = site.page("search.html").select_one("main input[type=search]")

    assert field["placeholder"] == SETTINGS["search"]["prompt"]


@pytest.mark.parametrize("name", ["index", "other", "search", "genindex", "404"])
def test_a_layout_of_the_project_keeps_sphinx_s_meaning(site, name):
    page = site.page(f"{name}.html")

    assert page.select_one("meta[name=own]")["content"] == "of the project"
    assert page.select_one("b.own > em.own").get_text() == "text"
    assert page.select_one("u.own > em.own").get_text() == "text"
    assert page.select_one("em.own + hr.own + em.own")
    assert "Translated <em class='own'>text</em>" in site.text(f"{name}.html")
    assert page.select_one("footer.sj-footer .sj-legal")


def test_a_block_between_two_of_the_theme_keeps_sphinx_s_meaning(site):
    assert site.page("search.html").select_one("style.own").get_text() == "a > b { color: red }"


def test_templates_of_sphinx_keep_their_meaning(site):
    assert site.page("genindex.html").select_one("table.genindextable a[href]")


def test_a_sidebar_of_the_project_keeps_sphinx_s_meaning(site):
    assert site.page("other.html").select_one(".side > em.own")


def test_a_part_of_the_theme_that_is_replaced_escapes_too(site):
    line = site.page("index.html").select_one(".eyebrow")

    assert line.get_text() == "<em class='own'>text</em>" + SETTINGS["name"]


def test_a_theme_that_builds_on_this_one_keeps_sphinx_s_meaning(build_site):
    site = build_site(
        {
            "site.json": SETTINGS,
            "index.md": "# Home\n",
            "other.md": "# Other\n",
            "themes/own/theme.conf": "[theme]\ninherit = sitejson\n",
            "themes/own/page.html": '{% extends "sitejson/page.html" %}'
            '{% block relbar1 %}{{ "<b class=own>own</b>" }}{{ super() }}{% endblock %}',
        },
        conf='html_theme_path = ["themes"]\nhtml_theme = "own"',
    )
    page = site.page("index.html")

    assert page.select_one("b.own")
    assert not page.select("[data-live]")
    assert page.select_one("main h1")


def test_only_files_of_the_theme_are_its_own(tmp_path):
    own = str(THEME / "layout.html")
    others = str(tmp_path / "layout.html")

    assert escapes_values("!layout.html", own)
    assert not escapes_values("layout.html", others)
    assert not escapes_values("partials/others.html", str(tmp_path / "partials/others.html"))
    assert escapes_values("partials/footer.html", str(tmp_path / "partials/footer.html"))
    assert not escapes_values(None, None)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_a_template_gets_around_escaping_nowhere(file):
    tree = Environment(extensions=[i18n]).parse(file.read_text(encoding="utf-8"))

    assert {written(shown) for shown in unescaped(tree)} <= MARKUP_OF_SPHINX
    assert not [*tree.find_all(nodes.EvalContextModifier)], "escaping is chosen by the place"
    assert not [*tree.find_all(nodes.MarkSafeIfAutoescape)], "write _() instead of trans"


def unescaped(tree: nodes.Template) -> list[nodes.Node]:
    """Return what a template marks as safe."""
    filters = tree.find_all(nodes.Filter)
    return [found.node for found in filters if found.name in ("safe", "forceescape", "xmlattr")]


def written(node: nodes.Node) -> str:
    """Return an expression as it is written: a name, or a call with names."""
    if isinstance(node, nodes.Call):
        return f"{written(node.node)}({', '.join(map(written, node.args))})"
    return node.name if isinstance(node, nodes.Name) else repr(node)
