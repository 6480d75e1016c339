"""Diagrams in fences."""

from __future__ import annotations

import sys

import pytest
import sphinxcontrib

PAGE = "---\ntitle: Page\n---\n\n```mermaid\ngraph LR; a --> b;\n```\n"
FILES = {
    "site.json": {"name": "S", "navigation": [{"group": "", "pages": ["index", "more"]}]},
    "index.mdx": PAGE,
    "more.mdx": PAGE,
}
# In place of the real extension, which the tests do not need.
EXTENSION = """
from docutils import nodes


class mermaid(nodes.General, nodes.Element):
    pass


def visit(writer, node):
    writer.body.append(f'<pre class="drawn">{node["code"]}</pre>')
    raise nodes.SkipNode


def setup(app):
    app.add_node(mermaid, html=(visit, None))
    return {"parallel_read_safe": True}
"""


def test_without_the_extension_the_build_says_once_how_to_have_it_drawn(build_site):
    site = build_site(FILES)

    assert site.warnings == ""
    assert site.status.count('install "sphinx-sitejson[mermaid]"') == 1
    assert "graph LR" in site.page("index.html").select_one(".sj-mermaid").text


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Have an extension of that name, as if it were installed."""
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "mermaid.py").write_text(EXTENSION, encoding="utf-8")
    monkeypatch.setattr(sphinxcontrib, "__path__", [*sphinxcontrib.__path__, str(folder)])
    yield
    sys.modules.pop("sphinxcontrib.mermaid", None)


@pytest.mark.usefixtures("installed")
def test_the_extension_is_loaded_where_it_is_installed(build_site):
    site = build_site(FILES)

    assert site.warnings == ""
    assert site.page("index.html").select_one("pre.drawn").text == "graph LR; a --> b;"
    assert "sphinx-sitejson[mermaid]" not in site.status
