"""Adds request samples for Lua, with the library http."""

import json

from sphinx.application import Sphinx

from sphinx_sitejson import SampleRequest, add_sample_language


def generate_lua(request: SampleRequest) -> str:
    """Return a Lua program that sends a request."""
    lines = [
        'local http = require("http.request")',
        f"local request = http.new_from_uri({json.dumps(request.url)})",
        f'request.headers:upsert(":method", "{request.method}")',
    ]
    if request.basic_text:
        user = json.dumps(request.basic_text)
        encoded = f'require("basexx").to_base64({user})'
        lines.append(f'request.headers:append("authorization", "Basic " .. {encoded})')
    for name, value in request.all_headers:
        lines.append(f"request.headers:append({json.dumps(name.lower())}, {json.dumps(value)})")
    if request.body_text:
        lines.append(f"request:set_body({json.dumps(request.body_text)})")
    return "\n".join([*lines, "local headers, stream = request:go()"])


def setup(app: Sphinx) -> None:
    """Add the language."""
    add_sample_language(app, "lua", generate_lua)
