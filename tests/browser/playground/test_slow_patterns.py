"""No pattern of a document can freeze the tab of a reader."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from ..playground_site import answer, body, operation, send

SLOW = "^(a+)+$"
TEXT = "a" * 60 + "!"
SCHEMA = {
    "type": "object",
    "properties": {
        "slow": {"type": "string", "pattern": SLOW},
        "fast": {"type": "string", "pattern": "^a{1,99}$"},
    },
    "patternProperties": {"^(x+)+$": {"type": "string"}},
    "additionalProperties": False,
}


def test_the_tab_stays_alive(page, echo, build_site, serve):
    """The page would not answer within a lifetime if one of the patterns were tried."""
    post = operation(
        "try",
        requestBody=body("application/json", SCHEMA),
        responses={"200": answer(SCHEMA)},
        parameters=[{"name": "q", "in": "query", "schema": {"type": "string", "pattern": SLOW}}],
    )
    api = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": [{"url": echo.address}],
        "paths": {"/echo": {"post": post}},
    }
    settings = {
        "name": "A",
        "navigation": [{"pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}],
    }
    site = build_site({"site.json": settings, "index.md": "# A\n", "api.json": api})
    assert site.warnings == ""
    with serve(site.outdir) as home:
        page.goto(f"{home}/api/try.html")
        page.get_by_role("button", name="Try it").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        dialog.get_by_label("q string").fill(TEXT)
        dialog.get_by_role("button", name="JSON", exact=True).click()
        text = dialog.get_by_label("application/json")
        text.fill(json.dumps({"slow": TEXT, "fast": TEXT, "x" * 60 + "!": "a"}))
        dialog.get_by_role("button", name="Send", exact=True).click()
        # Only the pattern that can be checked.
        expect(dialog.get_by_role("alert").first).to_have_text("Fields to fix: 1")
        text.fill(json.dumps({"slow": TEXT, "fast": "a", "x" * 60 + "!": "a"}))
        send(dialog)
        assert json.loads(echo.last.body)["slow"] == TEXT
