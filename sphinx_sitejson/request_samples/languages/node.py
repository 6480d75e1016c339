"""Samples for Node.js, whose fetch is that of browsers, but which reads files."""

from __future__ import annotations

from sphinx_sitejson.request_samples.request import FileBody, MultipartBody, SampleRequest

from .javascript import fetch_code


def generate(request: SampleRequest) -> str:
    """Write a call of fetch for Node.js."""
    code = fetch_code(request, _whole_file, _file_part, in_browser=False)
    body = request.body
    if isinstance(body, FileBody):
        return f'import {{ readFile }} from "node:fs/promises";\n\n{code}'
    if isinstance(body, MultipartBody) and any(part.file_name for part in body.parts):
        return f'import {{ openAsBlob }} from "node:fs";\n\n{code}'
    return code


def _whole_file(name: str) -> str:
    return f"await readFile({name})"


def _file_part(name: str) -> str:
    return f"await openAsBlob({name})"
