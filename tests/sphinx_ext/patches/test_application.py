from __future__ import annotations

import gc

import pytest
from docutils.readers.standalone import Reader
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.parsers import RSTParser
from sphinx.util import docutils as sphinx_docutils

from sphinx_sitejson.sphinx_ext.patches.application import (
    RELAXED_THRESHOLDS,
    relax_garbage_collection,
    reuse_docutils_settings,
)


class Application:
    """Stands for one of Sphinx, which lives as long as somebody holds it."""


@pytest.fixture
def set_threshold():
    before = gc.get_threshold()
    yield gc.set_threshold
    gc.set_threshold(*before)


def test_the_default_thresholds_are_restored_when_the_application_ends(set_threshold):
    set_threshold(700, 10, 10)

    app = Application()
    relax_garbage_collection(app)
    assert gc.get_threshold() == RELAXED_THRESHOLDS

    del app
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("threshold", [(0, 10, 10), (80_000, 5, 5)])
def test_whoever_looks_seldom_already_is_left_alone(set_threshold, threshold):
    set_threshold(*threshold)

    app = Application()
    relax_garbage_collection(app)

    assert gc.get_threshold() == threshold
    del app


@pytest.fixture
def original_settings(monkeypatch):
    if not hasattr(sphinx_docutils, "_get_settings"):
        pytest.skip("older versions of Sphinx keep one object for all pages")
    original = sphinx_docutils._get_settings
    original = getattr(original, "original", original)
    monkeypatch.setattr(sphinx_docutils, "_get_settings", original)
    return original


@pytest.mark.parametrize("config_text", ["", "[parsers]\nline_length_limit: 70\n"])
def test_settings_of_docutils_are_the_same_as_before(
    original_settings, tmp_path, monkeypatch, config_text
):
    (tmp_path / "docutils.conf").write_text(config_text)
    monkeypatch.chdir(tmp_path)
    app = Application()
    reuse_docutils_settings(app)

    for parser in (RSTParser, RSTParser(), MystParser()):
        for defaults in ({"traceback": True}, {"traceback": True, "tab_width": 3}):
            call = {"defaults": defaults, "read_config_files": True}
            expected = vars(original_settings(Reader, parser, **call))
            for _page in range(2):
                actual = vars(sphinx_docutils._get_settings(Reader, parser, **call))
                assert {**actual, "record_dependencies": None} == {
                    **expected,
                    "record_dependencies": None,
                }
    del app
    assert sphinx_docutils._get_settings is original_settings


def test_a_page_changes_only_its_own_settings(original_settings):
    app = Application()
    reuse_docutils_settings(app)
    first, second, third = (
        sphinx_docutils._get_settings(Reader, RSTParser, defaults={"names": ["a"]})
        for _page in range(3)
    )
    first.record_dependencies.add("a.txt")
    first.names.append("b")
    second.tab_width = 2

    assert third.record_dependencies.list == second.record_dependencies.list == []
    assert third.names == ["a"]
    assert third.tab_width == first.tab_width != 2
    del app
