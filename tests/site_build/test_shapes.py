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
from sphinx.config import Config
from sphinx.project import Project

from sphinx_sitejson.parsers.file_guard import find_directive
from sphinx_sitejson.site_build.private_interfaces import (
    ENGLISH_LABELS,
    author_value,
    is_set_by_author,
)

pytestmark = pytest.mark.oldest


def arguments(function):
    return [name for name in signature(function).parameters if name != "self"]


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


def test_the_words_for_versions_are_those_of_sphinx(monkeypatch):
    """version_words: a copy of the module has the labels as Sphinx makes them."""
    monkeypatch.setattr(sphinx.locale, "translators", {})
    spec = importlib.util.find_spec("sphinx.domains.changeset")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert {name: str(text) for name, text in module.versionlabels.items()} == ENGLISH_LABELS
