"""What Markdown copies say, and books and plain text too."""

from gettext import NullTranslations

import pytest
from docutils import nodes
from sphinx import addnodes
from sphinx.locale import translators

from sphinx_sitejson.reference.markdown import ReferenceMarkdown
from sphinx_sitejson.reference.plain_nodes import ReferenceNodes, ReferenceTables
from sphinx_sitejson.reference.views.model import (
    EnumValue,
    FieldGroup,
    FieldView,
    LinkView,
    ResponseView,
    SchemaLink,
    VariantView,
)

CAT = SchemaLink(name="Cat", label="Cat", document="d")
RESPONSE = ResponseView(
    id="r",
    status="200",
    title="200 OK",
    description="Some *text*.",
    headers=(FieldView(id="h", name="X-Left", type_label="integer", facts=("at least 1",)),),
    links=(LinkView(name="next", target_label="GET /next", facts=("id = 1",), description="On."),),
)


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setitem(translators, ("general", "sphinx"), NullTranslations())


def in_markdown(part, value):
    return ReferenceMarkdown(lambda link: f"./{link.name}.md").part(part, value)


def in_nodes(part, value):
    return nodes.container("", *ReferenceNodes().part_nodes(part, value)).astext()


def test_a_response():
    assert in_markdown("responses", (RESPONSE,)) == (
        "### 200 OK\n\nSome *text*.\n\n**Headers**\n\n- `X-Left` (integer; at least 1)\n\n"
        "- Link next: GET /next; id = 1. On."
    )
    written = in_nodes("responses", (RESPONSE,))
    for part in ("200 OK", "Headers", "X-Left (integer; at least 1)", "GET /next; id = 1", "On."):
        assert part in written


def test_a_variant_links_to_its_page_and_says_its_rules_like_a_field():
    variant = VariantView(
        id="v",
        title="Cat",
        type_label="object",
        link=CAT,
        facts=("at least 1 property",),
        enum=(EnumValue(value="a"),),
    )
    group = FieldGroup(variants=(variant,), variants_label="One of")
    field = FieldView(id="f", name="pet", type_label="Cat", link=CAT, group=group)

    assert in_markdown("parameters", (field,)) == (
        "- `pet` ([Cat](./Cat.md))\n  - **One of**\n"
        "    - [Cat](./Cat.md) (object; at least 1 property)\n      - One of `a`"
    )
    (made,) = ReferenceNodes().part_nodes("parameters", (field,))
    links = [link["reftarget"] for link in made.findall(addnodes.pending_xref)]
    assert links == ["d#Cat", "d#Cat"]


def test_a_field_without_a_type_has_no_brackets():
    field = FieldView(id="f", name="x")

    assert in_markdown("parameters", (field,)) == "- `x`"
    assert in_nodes("parameters", (field,)).strip() == "x"


def test_latex_gets_no_more_bullet_lists_in_each_other_than_it_accepts():
    group = FieldGroup(variants=(VariantView(id="v", title="Innermost"),), variants_label="One of")
    for number in range(8):
        variant = VariantView(id="v", title=f"Variant {number}", group=group)
        group = FieldGroup(variants=(variant,), variants_label="One of")
    field = FieldView(id="f", name="pet", group=group)

    content = nodes.container("", *ReferenceTables().part_nodes("parameters", (field,)))

    assert "Innermost" in content.astext()
    for innermost in content.findall(nodes.bullet_list):
        depth, outer = 0, innermost
        while outer is not None:
            depth += isinstance(outer, nodes.bullet_list)
            outer = outer.parent
        assert depth <= 4


def test_an_unfinished_text_takes_in_nothing_that_follows():
    field = FieldView(id="f", name="x", description="An example:\n\n```\ncode")

    written = ReferenceNodes().part_nodes("parameters", (field, FieldView(id="g", name="y")))

    assert [block.astext() for block in written[0].findall(nodes.literal_block)] == ["code"]
    assert [item.astext().split()[0] for item in written[0].children] == ["x", "y"]
