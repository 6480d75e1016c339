"""What Sphinx prepares for each page."""

import pytest
from jinja2 import Environment

from sphinx_sitejson.theme.html_builder import BriefContext


def test_the_context_of_a_page_is_a_dictionary_that_is_shown_briefly():
    context = BriefContext({"body": "<p>" * 1000, "title": "Start"})
    for_page = context.copy()
    for_page["title"] = "Guide"

    assert repr(for_page) == "<2 values for a template>"
    assert {**for_page} == {"body": "<p>" * 1000, "title": "Guide"}
    assert context["title"] == "Start"


FILES = {
    "site.json": {
        "name": "Harbour",
        "navigation": [{"group": "Start", "pages": ["index", "more", "old"]}],
    },
    "index.mdx": "---\ntitle: Start\n---\n\nWords.\n\n<Card title='Card'>Text.</Card>\n",
    "more.md": '# "More"\n\n## Part one\n\n"Quoted" words -- and a [link](index.mdx).\n',
    "old.rst": "Old\n===\n\n.. index:: single: buoy\n\n.. note:: Words.\n",
}
TELL = """
from pathlib import Path

def print_builder(app):
    kinds = [f"{kind.__module__}.{kind.__name__}" for kind in type(app.builder).__mro__]
    Path(app.outdir).joinpath("builder.txt").write_text("\\n".join(kinds))

def setup(app):
    app.connect("builder-inited", print_builder)
"""
OURS = "sphinx_sitejson.theme.html_builder.SiteBuilder"


def builder_classes(site) -> list[str]:
    return site.text("builder.txt").split("\n")


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_the_builders_of_a_site_are_extended(build_site, builder):
    assert builder_classes(build_site(FILES, conf=TELL, builder=builder))[1] == OURS


def test_another_theme_has_the_builder_of_sphinx(build_site):
    site = build_site(FILES, conf=f'html_theme = "alabaster"\n{TELL}')
    assert builder_classes(site)[0] == "sphinx.builders.html.StandaloneHTMLBuilder"


@pytest.mark.parametrize("is_first", [True, False])
def test_a_builder_of_another_extension_is_extended(build_site, is_first):
    extension = """
from sphinx.builders.html import StandaloneHTMLBuilder

class OtherBuilder(StandaloneHTMLBuilder):
    name = "html"

def setup(app):
    app.add_builder(OtherBuilder, override=True)
"""
    position = 0 if is_first else "len(extensions)"
    conf = f"""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
extensions.insert({position}, "other_builder")
{TELL}"""
    site = build_site({**FILES, "other_builder.py": extension}, conf=conf)
    assert builder_classes(site)[1:3] == [OURS, "other_builder.OtherBuilder"]


def test_an_extension_that_compares_classes_gets_that_of_sphinx_and_the_site_is_the_same(
    build_site,
):
    extension = "def setup(app):\n    return {'parallel_read_safe': True}\n"
    conf = """
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
extensions.append("NAME")
"""
    built = [
        build_site({**FILES, f"{name}.py": extension}, conf=conf.replace("NAME", name) + TELL)
        for name in ("redirects", "other_name")
    ]
    classes = [builder_classes(site)[0] for site in built]
    assert classes[0] == "sphinx.builders.html.StandaloneHTMLBuilder"
    for name in ("index.html", "more.html", "old.html", "genindex.html", "searchindex.js"):
        assert built[0].text(name) == built[1].text(name), name


@pytest.mark.parametrize("is_first", [True, False])
def test_redirects_of_rediraffe_are_written(build_site, is_first):
    pytest.importorskip("sphinxext.rediraffe")
    position = 0 if is_first else "len(extensions)"
    conf = f"""
extensions.insert({position}, "sphinxext.rediraffe")
rediraffe_redirects = {{"former.md": "more.md"}}
"""
    site = build_site(FILES, conf=conf)
    assert "more.html" in site.text("former.html")


def test_compiled_templates_are_cached_between_builds(build_clean, monkeypatch):
    site = build_clean({"site.json": {"name": "S", "navigation": []}, "index.md": "# Start\n"})
    compiled = []
    compile_ = Environment.compile

    def note(self, source, name=None, *arguments):
        compiled.append(name)
        return compile_(self, source, name, *arguments)

    monkeypatch.setattr(Environment, "compile", note)
    again = site.rebuild({"index.md": "# Start again\n"})
    assert "Start again" in again.text("index.html")
    assert not {"page.html", "layout.html"} & {*compiled}
