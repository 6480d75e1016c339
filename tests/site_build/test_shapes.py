"""What we change in other libraries still has the shape that the changes were written for.

Each test fails when a new version of a library changes that: look at the function that its name
says, and at whether it can go.
"""

from __future__ import annotations

import importlib.util
from inspect import signature

import pytest
import sphinx
import sphinx.locale
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.directives.misc import Include
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils import base
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.highlighting import PygmentsBridge
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.project import Project
from sphinx.registry import SphinxComponentRegistry
from sphinx.search import IndexBuilder
from sphinx.transforms import SphinxSmartQuotes
from sphinx.transforms.post_transforms.code import HighlightLanguageTransform

from sphinx_sitejson.parsers.file_guard import find_directive, skip_spare_document
from sphinx_sitejson.site_build.private_interfaces import (
    ENGLISH_LABELS,
    author_value,
    is_set_by_author,
)

pytestmark = pytest.mark.oldest


def arguments(function):
    return [name for name in signature(function).parameters if name != "self"]


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (StandaloneHTMLBuilder.write_doc, ["docname", "doctree"]),
        (StandaloneHTMLBuilder.render_partial, ["node"]),
        (StandaloneHTMLBuilder.prepare_writing, ["docnames"]),
        (StandaloneHTMLBuilder.load_indexer, ["docnames"]),
        (PygmentsBridge.get_formatter, ["kwargs"]),
        (PygmentsBridge.get_lexer, ["source", "lang", "opts", "force", "location"]),
        (
            PygmentsBridge.highlight_block,
            ["source", "lang", "opts", "force", "location", "kwargs"],
        ),
        (BuiltinTemplateLoader.render, ["template", "context"]),
    ],
)
def test_what_is_wrapped_is_called_in_the_same_way(function, names):
    """page_writing and search_index put functions before these, on one builder."""
    assert arguments(function) == names


def test_a_project_is_asked_for_no_more_than_before():
    """application.replace_project: ours has to answer all of it."""
    public = {name for name in vars(Project(".", {})) if not name.startswith("_")}
    public |= {name for name in vars(Project) if not name.startswith("_")}
    assert public == {
        "srcdir",
        "source_suffix",
        "docnames",
        "restore",
        "discover",
        "doc2path",
        "path2doc",
    }


def test_transforms_are_in_two_lists():
    """transform_lists, and the transforms of Sphinx that pages.setup replaces."""
    registry = SphinxComponentRegistry()
    assert (registry.transforms, registry.post_transforms) == ([], [])
    assert arguments(SphinxSmartQuotes.apply) == ["kwargs"]
    assert arguments(HighlightLanguageTransform.apply) == ["kwargs"]


@pytest.mark.skipif(sphinx.version_info < (9,), reason="older ones collect words in another way")
def test_the_search_index_collects_the_text_of_a_page():
    """search_index.deduplicate_indexed_words, search_index_entries."""
    assert arguments(IndexBuilder._word_collector) == ["doctree"]
    assert {"_index_entries", "_titles"} <= {*IndexBuilder.__init__.__code__.co_names}


def test_a_configuration_knows_what_its_author_sets():
    """conf_py: a default that is written in conf.py is the author's choice as well."""
    config = Config({"html_theme": "alabaster", "of_no_extension": 1}, {"language": "de"})
    assert is_set_by_author(config, "html_theme")
    assert is_set_by_author(config, "language")
    assert not is_set_by_author(config, "html_title")
    assert author_value(config, "of_no_extension") == 1
    assert author_value(config, "language") == "de"
    assert author_value(config, "html_title") is None


def test_directives_are_found_wherever_they_come_from(monkeypatch):
    """directive_table.find_directive."""
    assert issubclass(find_directive("include"), Include)
    assert find_directive("no-such-directive") is None
    directive = type("OfAnExtension", (Directive,), {})
    monkeypatch.setitem(directives._directives, "of-an-extension", directive)
    assert find_directive("of-an-extension") is directive


def test_myst_still_makes_a_document_that_it_does_not_need(monkeypatch):
    """myst_documents.skip_spare_document: it can go when MyST makes none."""
    original = base.make_document
    document = original()
    made = []
    monkeypatch.setattr(base, "make_document", lambda: made.append(original()) or made[-1])
    options = {"myst_config": MdParserConfig(), "document": document}

    renderer = base.DocutilsRenderer(None)
    renderer.setup_render(options, {})
    assert len(made) == 1
    with skip_spare_document(options):
        renderer.setup_render(options, {})
    assert len(made) == 1
    assert renderer.document is document
    without_one = {"myst_config": MdParserConfig()}
    with skip_spare_document(without_one):
        renderer.setup_render(without_one, {})
    assert renderer.document is made[-1]


def test_the_words_for_versions_are_those_of_sphinx(monkeypatch):
    """version_words: a copy of the module has the labels as Sphinx makes them."""
    monkeypatch.setattr(sphinx.locale, "translators", {})
    spec = importlib.util.find_spec("sphinx.domains.changeset")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert {name: str(text) for name, text in module.versionlabels.items()} == ENGLISH_LABELS
