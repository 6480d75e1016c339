"""A component of the owner that raises is told with its place, and its content is shown."""

import pytest

CONF = """
templates_path = ["_templates"]

from docutils import nodes

import sphinx_sitejson


def build_broken(call):
    call.children[0].parent = nodes.container()
    raise ZeroDivisionError("no\\nway")


def setup(app):
    sphinx_sitejson.add_component(app, "Broken", build_broken)
    sphinx_sitejson.add_component(app, "Word", lambda call: 1 / 0, is_inline=True, argument="x")
    sphinx_sitejson.add_component(app, "Odd", lambda call: ["text"])
    sphinx_sitejson.add_component(app, "Nothing", lambda call: None)
    sphinx_sitejson.add_component(app, "Missing", template="nowhere.html")
    sphinx_sitejson.add_component(app, "Wrong", template="wrong.html")
    sphinx_sitejson.add_component(app, "Unknown", template="unknown.html", is_inline=True)
    sphinx_sitejson.add_component(app, "callout", template="good.html")
    sphinx_sitejson.add_component(app, "tooltip", template="good.html", is_inline=True)
"""
FILES = {
    "site.json": {"name": "S", "navigation": [{"group": "", "pages": ["page", "md", "rst"]}]},
    "page.mdx": """---
title: Page
---

<Broken>
  Kept *one*.
</Broken>

A <Word>kept two</Word> word.

<Odd>Kept three.</Odd>

<Nothing>Kept four.</Nothing>

<Missing>Kept five.</Missing>

<Wrong>Kept six.</Wrong>

A <Unknown>kept seven</Unknown> word.

<callout>Kept eight, <tooltip>nine</tooltip>.</callout>

After.
""",
    "md.md": (
        "# Other\n\n```{sitejson:broken}\nKept in Markdown.\n```\n\n{sitejson:word}`kept role`\n"
    ),
    "rst.rst": "Third\n=====\n\n.. sitejson:broken::\n\n   Kept in reStructuredText.\n",
    "_templates/wrong.html": "{% if %}",
    "_templates/unknown.html": "{{ nothing.at.all }}",
    "_templates/good.html": "{{ content }}",
}
TOLD = [
    "page.mdx:5: WARNING: <Broken> failed: ZeroDivisionError: no way (conf.py:",
    "page.mdx:9: WARNING: <Word> failed: ZeroDivisionError: division by zero (conf.py:",
    "page.mdx:11: WARNING: <Odd> failed: TypeError: it returned str, which is not a node;",
    "page.mdx:13: WARNING: <Nothing> failed: TypeError: ",
    "md.md:3: WARNING: <Broken> failed: ZeroDivisionError: no way (conf.py:",
    "md.md:7: WARNING: <Word> failed: ",
    "rst.rst:4: WARNING: <Broken> failed: ",
]
TOLD_IN_HTML = [
    "page.mdx:15: WARNING: <Missing> failed: TemplateNotFound: ",
    "page.mdx:17: WARNING: <Wrong> failed: TemplateSyntaxError: ",
    "page.mdx:19: WARNING: <Unknown> failed: UndefinedError: 'nothing' is undefined "
    "(unknown.html:1);",
]
KEPT = {
    "page": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "After."],
    "md": ["Kept in Markdown", "kept role"],
    "rst": ["Kept in reStructuredText"],
}


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_failing_components_are_reported_and_their_content_is_shown(build_site, builder):
    site = build_site(FILES, conf=CONF, builder=builder)
    told = [*TOLD, *(TOLD_IN_HTML if builder == "html" else [])]

    lines = site.warnings.splitlines()
    assert len(lines) == len(told)
    for expected in told:
        assert any(expected in line for line in lines), expected
    assert all(line.endswith("[sitejson.component_failed]") for line in lines)
    assert "Traceback" not in site.warnings
    suffix = {"html": "html", "text": "txt"}.get(builder)
    for name, texts in KEPT.items() if suffix else ():
        assert all(text in site.text(f"{name}.{suffix}") for text in texts)


def test_the_warning_can_be_suppressed(build_site):
    conf = f'{CONF}\nsuppress_warnings = ["sitejson.component_failed"]\n'
    assert build_site(FILES, conf=conf).warnings == ""
