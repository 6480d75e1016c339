"""Samples for Node.js, whose fetch is that of browsers, but which reads files."""

from __future__ import annotations

from sphinx_sitejson.reference.request_samples.request import FileBody, SampleRequest

from .javascript import fetch_code, in_code, sends_file
from .language import Language


def generate(request: SampleRequest) -> str:
    """Write a call of fetch for Node.js."""
    return node_code(request)


def node_code(request: SampleRequest, kind: str = "") -> str:
    """Write a call of fetch, and the imports that it needs."""
    code = fetch_code(request, _read_file, _file_part, in_browser=False, kind=kind)
    if isinstance(request.body, FileBody):
        return f'import {{ readFile }} from "node:fs/promises";\n\n{code}'
    if sends_file(request.body):
        return f'import {{ openAsBlob }} from "node:fs";\n\n{code}'
    return code


def _read_file(name: str, media_type: str) -> str:
    return f"await readFile({in_code(name)})"


def _file_part(name: str, media_type: str) -> str:
    options = f", {{ type: {in_code(media_type)} }}" if media_type else ""
    return f"await openAsBlob({in_code(name)}{options})"


LANGUAGE = Language(
    name="node",
    label="Node.js",
    lexer="javascript",
    generate=generate,
    spellings=(
        "nodejs",
        "node.js",
        "node-js",
    ),
)
