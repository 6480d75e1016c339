"""The order in which our listeners run: where priorities are equal, that of connection decides."""

from pathlib import Path

import pytest
from sphinx.testing.util import SphinxTestApp

ORDER = Path(__file__).with_name("listeners.txt")
SETTINGS = '{"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}'


@pytest.mark.parametrize("scope", ["site", "api"])
def test_listeners_run_in_this_order(tmp_path, scope):
    tmp_path.joinpath("conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    tmp_path.joinpath("index.rst").write_text("Home\n====\n")
    if scope == "site":
        tmp_path.joinpath("site.json").write_text(SETTINGS)

    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        found = our_listeners(app)
    finally:
        app.cleanup()

    assert found == expected_listeners(scope)


def our_listeners(app):
    """Return a line for each listener of ours, as Sphinx calls them."""
    return [
        f"{event} {listener.priority} {listener.handler.__name__}"
        for event, listeners in sorted(app.events.listeners.items())
        for listener in sorted(listeners, key=lambda each: each.priority)
        if listener.handler.__module__.startswith("sphinx_sitejson.")
    ]


def expected_listeners(scope):
    """Return the lines below the name of a scope."""
    _, _, after = ORDER.read_text(encoding="utf-8").partition(f"[{scope}]\n")
    return after.partition("\n\n")[0].splitlines()
