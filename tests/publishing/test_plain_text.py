"""Man pages: tables fit into a terminal, schemas are included, links have text only."""

import pytest
import yaml

from support.validators.programs import MAN

SITE = {"name": "Light", "navigation": []}
NARROW = """
| Key | Meaning |
|---|---|
| `name` | A name that is told in several words, so that the line has to be broken somewhere. |
"""
WIDE = """
| Operation | Tag | Page |
|---|---|---|
| `GET /ships/{shipId}/papers/{paperId}` | Ships | `api/ships/read-all-papers-of-a-ship` |
| `POST /ships` |  | [A page](b.md) |
"""


def man_page(build_site, table):
    files = {
        "site.json": {**SITE, "navigation": [{"group": "G", "pages": ["index", "b"]}]},
        "index.md": f"# Start\n\nBefore.\n{table}\nAfter.\n\n- In a list:\n",
        "b.md": "# B\n",
    }
    return sound_page(build_site(files, builder="man"))


def sound_page(site):
    """Return the text of the only man page, which has no faults."""
    assert site.warnings == ""
    (file,) = site.outdir.glob("*.1")
    if MAN.find() is not None:
        assert MAN.faults(file) == []
    return file.read_text(encoding="utf-8")


def test_a_narrow_table_is_not_stretched(build_site):
    text = man_page(build_site, NARROW)

    assert ".na\n.TS\n" in text
    assert ".TE\n" in text
    assert "\n.ad\n" in text


def test_a_wide_table_becomes_a_list(build_site):
    text = man_page(build_site, WIDE)

    assert ".TS" not in text
    for words in ("GET /ships/{shipId}", "Tag:", "Ships", "Page:", "A page"):
        assert words in text.replace(r"\-", "-"), words
    assert "Operation:" not in text


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_other_builders_keep_their_tables(build_site, builder):
    site = build_site(
        {"index.md": f"# Start\n{WIDE.replace('b.md', '#start')}", "site.json": SITE},
        builder=builder,
    )
    written = next(
        path for path in site.outdir.rglob("*") if path.suffix in (".html", ".txt", ".tex")
    )

    assert ".na" not in written.read_text(encoding="utf-8")


STARS = yaml.safe_load("""
openapi: 3.1.0
info: {title: Stars, version: "1"}
paths:
  /planets:
    get:
      summary: List planets
      tags: [Planets]
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Planet"}}
components:
  schemas:
    Planet:
      type: object
      properties:
        radius: {type: number, description: In kilometers.}
        star: {$ref: "#/components/schemas/Star"}
    Star: {type: object, properties: {mass: {type: number}}}
""")
MOONS = {
    **STARS,
    "info": {"title": "Moons", "version": "1"},
    "components": {"schemas": {"Planet": {"properties": {"crater": {"type": "string"}}}}},
}


def test_schemas_are_sections_of_the_man_page_and_links_are_their_text(build_site):
    groups = [{"group": "G", "pages": ["index", "b"]}, {"group": "API", "openapi": "api.json"}]
    files = {
        "site.json": {**SITE, "navigation": {"groups": groups}},
        "index.md": "# Start\n\nSee [the other page](b.md) and <https://a.example/b>.\n",
        "b.md": "# B\n",
        "api.json": STARS,
    }
    text = sound_page(build_site(files, builder="man"))

    operation, schemas = text.split(".SH SCHEMAS\n")
    assert "See Planet\n" in operation
    planet, star = schemas.split(".SS Star\n")
    assert planet.startswith(".SS Planet\n")
    assert "\\fBradius\\fP (number): In kilometers." in planet
    assert "\\fBmass\\fP (number)" in star
    assert "<>" not in text
    assert "See the other page and" in text
    assert "https://a.example/b" in text.replace(r"\:", "")


def test_a_man_page_has_the_schemas_of_its_own_apis_only(build_site):
    groups = [
        {"group": "G", "pages": ["index"]},
        {"group": "Stars", "openapi": {"source": "stars.json", "directory": "stars"}},
        {"group": "Moons", "openapi": {"source": "moons.json", "directory": "moons"}},
    ]
    site = build_site(
        {
            "site.json": {**SITE, "navigation": {"groups": groups}},
            "conf.py": """
extensions = ["sphinx_sitejson"]
man_pages = [("stars/planets/list-planets", "stars", "", [], 3), ("index", "all", "", [], 3)]
""",
            "index.md": "# Start\n",
            "stars.json": STARS,
            "moons.json": MOONS,
        },
        builder="man",
    )
    one, both = (site.text(name) for name in ("stars.3", "all.3"))

    assert "\\fBmass\\fP (number)" in one
    assert "crater" not in one
    assert "\\fBmass\\fP (number)" in both
    assert "\\fBcrater\\fP (string)" in both
