"""Without a private part of Sphinx, its feature is off, and the build goes on."""

import importlib.util
from types import SimpleNamespace

import pytest
import sphinx.locale
from sphinx.config import Config
from sphinx.domains import changeset
from sphinx.project import Project

from sphinx_sitejson.site_build import private_interfaces
from sphinx_sitejson.site_build.private_interfaces import (
    ENGLISH_LABELS,
    author_names,
    author_value,
    catalog_translator,
    defer_version_labels,
    is_lazy,
    is_set_by_author,
    lazy_text,
    replace_project,
    set_translator,
)

pytestmark = pytest.mark.oldest


@pytest.fixture
def messages(monkeypatch):
    found = []

    def warn(message, *args, once):
        found.append(message % args)

    monkeypatch.setattr(private_interfaces.logger, "warning", warn)
    return found


def test_a_configuration_knows_what_its_author_sets(messages):
    config = Config({"html_theme": "alabaster", "of_no_extension": 1}, {"language": "de"})
    assert is_set_by_author(config, "html_theme")
    assert is_set_by_author(config, "language")
    assert not is_set_by_author(config, "html_title")
    assert author_value(config, "of_no_extension") == 1
    assert author_value(config, "language") == "de"
    assert author_value(config, "html_title") is None
    assert messages == []


def test_a_configuration_that_does_not_know_it(messages):
    config = SimpleNamespace(overrides={"language": "de"})
    assert author_names(config) == ["language"]
    assert "site.json takes precedence over conf.py" in messages[0]


def test_a_project_is_asked_for_no_more_than_before():
    public = {name for name in vars(Project(".", {})) if not name.startswith("_")}
    public |= {name for name in vars(Project) if not name.startswith("_")}
    assert public == {
        *("srcdir", "source_suffix", "docnames", "restore", "discover", "doc2path", "path2doc")
    }


def test_an_environment_without_a_project(messages):
    app = SimpleNamespace(project=None, env=SimpleNamespace())
    replace_project(app, Project(".", {}))
    assert app.project is None
    assert "generated pages are missing" in messages[0]


def test_a_build_without_a_project_has_the_other_pages(build_site, monkeypatch):
    from sphinx_sitejson.reference import site_documents

    monkeypatch.setattr(site_documents, "replace_project", lambda app, project: None)
    site = build_site({"index.rst": "Start\n=====\n\nWords.\n"})
    assert "Words." in site.text("index.html")


def test_sphinx_without_translators(messages, monkeypatch):
    monkeypatch.delattr(sphinx.locale, "translators")
    assert catalog_translator("sitejson") is None
    set_translator("sitejson", None)
    assert "labels are in English" in messages[0]


def test_sphinx_without_lazy_texts(messages, monkeypatch):
    assert is_lazy(lazy_text("sitejson", "Search"))
    monkeypatch.delattr(sphinx.locale, "_TranslationProxy")
    assert lazy_text("sitejson", "Search") == "Search"
    assert not is_lazy("Search")
    assert "some labels are in English" in messages[0]


def test_sphinx_without_labels_of_versions(messages, monkeypatch):
    monkeypatch.delattr(changeset, "versionlabels")
    defer_version_labels()
    assert "labels of versions" in messages[0]


def test_the_labels_of_versions_are_those_of_sphinx(monkeypatch):
    """A copy of the module has the labels as Sphinx makes them."""
    monkeypatch.setattr(sphinx.locale, "translators", {})
    spec = importlib.util.find_spec("sphinx.domains.changeset")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert {name: str(text) for name, text in module.versionlabels.items()} == ENGLISH_LABELS
