"""No pattern of a document can freeze the tab of a reader."""

import json

from playwright.sync_api import expect

from support.small_sites import api_document, api_files

from ..playground_site import answer, as_json, body, open_playground, operation, send

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


def test_the_tab_stays_alive(page, echo, publish):
    """The page would not answer within a lifetime if one of the patterns were tried."""
    post = operation(
        "try",
        requestBody=body("application/json", SCHEMA),
        responses={"200": answer(SCHEMA)},
        parameters=[{"name": "q", "in": "query", "schema": {"type": "string", "pattern": SLOW}}],
    )
    home = publish(api_files(api_document({"/echo": {"post": post}}, echo.address)))
    dialog = open_playground(page, f"{home}/api/try.html")
    dialog.get_by_label("q string").fill(TEXT)
    text = as_json(dialog)
    text.fill(json.dumps({"slow": TEXT, "fast": TEXT, "x" * 60 + "!": "a"}))
    dialog.get_by_role("button", name="Send", exact=True).click()
    # Only the pattern that can be checked.
    expect(dialog.get_by_role("alert").first).to_have_text("Fields to fix: 1")
    text.fill(json.dumps({"slow": TEXT, "fast": "a", "x" * 60 + "!": "a"}))
    send(dialog)
    assert json.loads(echo.last.body)["slow"] == TEXT
