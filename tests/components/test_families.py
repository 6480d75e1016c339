"""A component is one module: nothing about it stands anywhere else but in its template."""

import re
from collections import Counter
from pathlib import Path

import pytest

import sphinx_sitejson
from sphinx_sitejson.components.registry import BUILT_IN, FAMILIES, SHAPES

PACKAGE = Path(sphinx_sitejson.__file__).parent
ROOMS = ("mdx", "parsers", "components")


def names_in(path):
    """Return the texts in double quotes that are a single name."""
    return set(re.findall(r'"([A-Za-z_]+)"', path.read_text("utf-8")))


def test_no_name_is_taken_twice():
    components = Counter(spec.name for family in FAMILIES for spec in family.COMPONENTS)
    shapes = Counter(shape.name for family in FAMILIES for shape in family.SHAPES)
    assert {name for name, count in (components + shapes).items() if count > 1} == set()


def test_each_shape_has_a_template_and_each_template_a_shape():
    templates = (PACKAGE / "templates/components").glob("*.html.jinja")
    assert {path.name.removesuffix(".html.jinja") for path in templates} == set(SHAPES)


def test_a_shape_is_nested_only_in_an_existing_one():
    for shape in SHAPES.values():
        assert not shape.inside or shape.inside in SHAPES
        assert bool(shape.inside) == bool(shape.misplaced_message)


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_a_component_is_named_in_its_module_only(name):
    own = {
        Path(f"{BUILT_IN[name].build.__module__.replace('.', '/')}.py").relative_to(PACKAGE.name)
    }
    found = {
        path.relative_to(PACKAGE)
        for room in ROOMS
        for path in (PACKAGE / room).rglob("*.py")
        if name in names_in(path)
    }
    # Blocks of other tools are rewritten as elements.
    assert found <= {*own, Path("mdx/other_syntaxes.py")}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.COMPONENTS[0].name)
def test_a_family_is_one_module(family):
    assert len({spec.build.__module__ for spec in family.COMPONENTS}) == 1


@pytest.mark.parametrize(
    ("markup", "message"),
    [
        ("<Icon />", '<Icon> has no "icon"; nothing is shown.'),
        ("A <Tooltip>word</Tooltip>.", '<Tooltip> has no "tip"; only its text is shown.'),
    ],
)
def test_a_component_without_what_it_shows_is_reported(build_site, markup, message):
    settings = {"name": "S", "navigation": [{"pages": ["index"]}]}
    site = build_site({"site.json": settings, "index.mdx": f"# Home\n\n{markup}\n"})

    assert site.warnings.count("WARNING") == 1
    assert f"index.mdx:3: WARNING: {message} [sitejson.wrong_prop]" in site.warnings
