"""Diagrams in fences."""

import sys
from importlib.util import find_spec

import pytest
import sphinxcontrib

PAGE = "---\ntitle: Page\n---\n\n```mermaid\ngraph LR; a --> b;\n```\n"
FILES = {
    "site.json": {"name": "S", "navigation": [{"group": "", "pages": ["index", "more"]}]},
    "index.mdx": PAGE,
    "more.mdx": "---\ntitle: More\n---\n\nNo diagram.\n",
}
# In place of the real extension, where that is not installed: it does the same with its scripts.
EXTENSION = """
from docutils import nodes


class mermaid(nodes.General, nodes.Element):
    pass


def visit(writer, node):
    writer.body.append(f'<pre class="mermaid">{node["code"]}</pre>')
    raise nodes.SkipNode


def install_js(app, pagename, templatename, context, doctree):
    if doctree and not doctree.next_node(mermaid):
        return
    url = "./_static/" + app.config.mermaid_use_local
    if not app.config.mermaid_use_local:
        url = "https://cdn.jsdelivr.net/npm/mermaid.mjs"
    app.add_js_file(None, body=f'import mermaid from "{url}";', type="module")


def setup(app):
    app.add_node(mermaid, html=(visit, None))
    app.add_config_value("mermaid_use_local", "", "html")
    app.connect("html-page-context", install_js)
    return {"parallel_read_safe": True}
"""
LISTED = 'extensions.append("sphinxcontrib.mermaid")\n'
LOCAL = 'mermaid_use_local = "mermaid.esm.min.mjs"\n'


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """Have the extension, the real one if it is installed."""
    if find_spec("sphinxcontrib.mermaid") is not None:
        yield
        return
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "mermaid.py").write_text(EXTENSION, encoding="utf-8")
    monkeypatch.setattr(sphinxcontrib, "__path__", [*sphinxcontrib.__path__, str(folder)])
    yield
    sys.modules.pop("sphinxcontrib.mermaid", None)


def pages_with(site, text: str) -> set[str]:
    return {file.name for file in site.outdir.glob("*.html") if text in file.read_text()}


def test_that_it_is_installed_changes_nothing(build_clean):
    site = build_clean(FILES)

    assert site.status.count('add "sphinxcontrib.mermaid" to "extensions"') == 1
    assert "graph LR" in site.page("index.html").select_one(".sj-mermaid").text
    assert pages_with(site, "jsdelivr") == pages_with(site, "import mermaid") == set()


@pytest.mark.parametrize("theme", ["sitejson", "alabaster"])
@pytest.mark.parametrize("conf", [LISTED, LOCAL, LISTED + LOCAL])
def test_pages_with_a_diagram_draw_it_where_the_project_asks(build_clean, conf, theme):
    site = build_clean(FILES, conf=f'{conf}html_theme = "{theme}"\n')

    assert "a --> b" in site.page("index.html").select_one("pre.mermaid").text
    assert "sphinx-sitejson[mermaid]" not in site.status
    pages = pages_with(site, "mermaid.esm" if LOCAL in conf else "jsdelivr")
    if LISTED in conf and theme != "sitejson":
        assert {"index.html", "search.html"} <= pages
    else:
        assert pages == {"index.html"}
    assert LOCAL not in conf or pages_with(site, "jsdelivr") == set()
