"""Each part of the extension also works without the ones that build on it."""

import pytest

CONF = """
html_theme = "alabaster"

def setup(app):
    from sphinx_sitejson import extension

    extension.setup_build(app)
    extension.load_myst(app)
    extension.load_design(app)
    for part in {parts}:
        getattr(extension, "setup_" + part)(app)
"""
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets": {"get": {"summary": "List pets", "responses": {"200": {"description": ""}}}}
    },
}
OPERATION = "# Home\n\n```{openapi-operation} pets.json GET /pets\n```\n"
COMPONENT = "# Home\n\n<Note>Feed the <b>cat</b>.</Note>\n\n```{openapi-operation} GET /pets\n```\n"


@pytest.mark.parametrize(
    ("parts", "file", "text", "shown"),
    [
        (["api"], "index.md", OPERATION, "curl --request GET"),
        (["api", "pages"], "index.mdx", COMPONENT.partition("```")[0], "Feed the cat."),
        (["api", "pages"], "index.md", OPERATION, "curl --request GET"),
    ],
)
def test_a_part_works_without_the_later_ones(build_clean, parts, file, text, shown):
    conf = CONF.format(parts=parts)
    site = build_clean({"conf.py": conf, file: text, "pets.json": DOCUMENT})

    assert shown in site.page("index.html").select_one("div.body").get_text()
