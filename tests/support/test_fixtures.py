"""The fixtures themselves: what the other tests rely on."""

import pytest
from sphinx.errors import SphinxError

from support.accessibility import accessibility_violations
from support.lowest_versions import lowest_versions

PLAIN = "extensions = ['myst_parser']\nhtml_theme = 'basic'\n"
TWO_PAGES = {
    "conf.py": PLAIN,
    "index.md": "# Start\n\n```{toctree}\nguide\n```\n",
    "guide.md": "# Guide\n",
}
LOCAL_EXTENSION = """
from docutils import nodes
from docutils.parsers.rst import Directive


class Shout(Directive):
    def run(self):
        return [nodes.paragraph(text="{word}")]


def setup(app):
    app.add_directive("shout", Shout)
"""


def test_warnings_have_no_colour_codes(build_site):
    site = build_site({"conf.py": PLAIN, "index.md": "# Start\n\n{ref}`nowhere`\n"})

    assert "index.md:3: WARNING: undefined label" in site.warnings
    assert "\x1b" not in site.warnings + site.status


@pytest.mark.oldest
def test_rebuild_reads_only_what_changed(build_site):
    first = build_site(TWO_PAGES)

    unchanged = first.rebuild()
    assert unchanged.read_docs == unchanged.written_docs == set()

    changed = unchanged.rebuild({"guide.md": "# New guide\n"})
    assert changed.read_docs == {"guide"}
    assert "guide" in changed.written_docs
    assert changed.page("guide.html").select_one("h1").text.startswith("New guide")

    assert changed.rebuild().read_docs == set()


def test_failures_are_raised_unless_expected(build_site):
    broken = {"conf.py": "extensions = ['no_such_extension']", "index.md": "# Start\n"}

    with pytest.raises(SphinxError, match="no_such_extension"):
        build_site(broken)

    assert "no_such_extension" in build_site(broken, expect_failure=True).error


def test_an_exit_is_a_failure_too(build_site):
    leaving = {"conf.py": "def setup(app): raise SystemExit('No more.')", "index.md": "# Start\n"}

    assert build_site(leaving, expect_failure=True).error == "No more."


def test_an_expected_failure_has_to_happen(build_site):
    with pytest.raises(AssertionError, match="expected to fail"):
        build_site(TWO_PAGES, expect_failure=True)


def test_builds_do_not_see_what_others_registered(build_site):
    conf = "import sys\nsys.path.insert(0, '.')\nextensions = ['local_extension']\n"
    texts = []
    for word in ("one", "two"):
        site = build_site(
            {
                "conf.py": conf.replace("'.'", "__file__.rpartition('/')[0]"),
                "local_extension.py": LOCAL_EXTENSION.replace("{word}", word),
                "index.rst": "Start\n=====\n\n.. shout::\n",
            },
            builder="text",
        )
        assert site.warnings == ""
        texts.append(site.text("index.txt"))
    unknown = build_site({"conf.py": "", "index.rst": "Start\n=====\n\n.. shout::\n"})

    assert [text.split()[-1] for text in texts] == ["one", "two"]
    assert 'Unknown directive type "shout"' in unknown.warnings


def test_lowest_versions_pins_each_lower_bound():
    assert lowest_versions(["sphinx>=8.1,<10", "PyYAML>=6.0.1"]) == ["sphinx==8.1", "PyYAML==6.0.1"]
    with pytest.raises(ValueError, match="no lower bound"):
        lowest_versions(["sphinx"])


def test_axe_finds_an_image_without_text(page):
    page.set_content(
        '<html lang="en"><title>t</title><main><h1>Leaf</h1><img src="leaf.png"></main></html>'
    )
    assert [line.split(":")[0] for line in accessibility_violations(page)] == ["image-alt"]

    page.set_content('<html lang="en"><title>t</title><main><h1>Leaf</h1></main></html>')
    assert accessibility_violations(page) == []


def test_axe_judges_contrast_over_an_ornament(page):
    ornament = 'body::before { content: ""; position: absolute; inset: 0; background: #fff }'
    for color, found in (("#aaa", ["color-contrast"]), ("#111", [])):
        page.set_content(
            f'<html lang="en"><title>t</title><style>{ornament}</style>'
            f'<main><h1 style="color: {color}">Leaf</h1></main></html>'
        )
        lines = accessibility_violations(page)
        assert [line.split(":")[0] for line in lines] == found, color
