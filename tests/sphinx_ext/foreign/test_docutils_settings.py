from __future__ import annotations

import pytest
from docutils.readers import standalone
from sphinx.util import docutils as sphinx_docutils

from sphinx_sitejson.sphinx_ext.foreign.docutils_settings import share_docutils_settings


class Application:
    """Stands for one of Sphinx, which lives as long as somebody holds it."""


@pytest.fixture
def get_settings():
    """Return what Sphinx calls for each page, as it is while an application lives."""
    usual = getattr(sphinx_docutils, "_get_settings", None)
    if usual is None or hasattr(usual, "usual"):
        pytest.skip("this Sphinx keeps the settings itself, or another application shares them")
    app = Application()
    share_docutils_settings(app)
    yield sphinx_docutils._get_settings
    del app
    assert sphinx_docutils._get_settings is usual


def test_pages_have_the_same_settings_in_objects_of_their_own(get_settings):
    defaults = {"tab_width": 3, "strip_classes": ["a"]}
    first = get_settings(standalone.Reader, defaults=defaults)
    usual = get_settings.usual(standalone.Reader, defaults=defaults)
    second = get_settings(standalone.Reader, defaults=defaults)

    assert second.tab_width == 3
    assert vars(second).keys() == vars(usual).keys()
    first.strip_classes.append("b")
    first.record_dependencies.add("file")
    assert second.strip_classes == ["a"]
    assert second.record_dependencies.list == []


def test_other_defaults_make_other_settings(get_settings):
    assert get_settings(standalone.Reader, defaults={"tab_width": 3}).tab_width == 3
    assert get_settings(standalone.Reader, defaults={"tab_width": 5}).tab_width == 5
