"""Names and values of documents as pages show them."""

from support.sites import api_settings

VALUES = [
    {"type": "string", "enum": ["moored", "leaving"]},
    {"type": "string", "enum": ["lost"], "description": "Nobody knows where."},
]
SCHEMA = "HarborShipMooringState"
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Harbor", "version": "1"},
    "paths": {
        "/ships": {
            "get": {
                "summary": "Lists all ships.",
                "tags": ["Ships"],
                "parameters": [
                    {
                        "name": "state",
                        "in": "query",
                        "schema": {"$ref": f"#/components/schemas/{SCHEMA}"},
                    }
                ],
                "responses": {"200": {"description": "Ships"}},
            }
        }
    },
    "components": {"schemas": {SCHEMA: {"oneOf": VALUES}}},
}


def test_pages_read_as_if_somebody_had_written_them(build_site):
    site = build_site(
        {
            "index.md": "# Home\n",
            "api.json": DOCUMENT,
            "site.json": api_settings("Harbor", "/api.json"),
        }
    )
    page = site.page("api/ships/lists-all-ships.html")
    schema = site.page(f"api/schemas/{SCHEMA.lower()}.html")

    row = page.select_one(".sj-tree [aria-current=page] span:last-child")
    assert row is not None
    assert row.get_text() == "Lists all ships"
    assert page.select_one("h1").get_text() == "Lists all ships#"
    values = page.select_one(".sj-field").get_text(" ", strip=True)
    assert "moored leaving lost Nobody knows where." in values
    assert "Option" not in values
    title = schema.select_one("h1")
    assert len(title.select("wbr")) == 3
    assert title.get_text().startswith(SCHEMA)
