"""Links in the texts of documents that mean a part of the document itself."""

from __future__ import annotations

import re
from urllib.parse import unquote

from sphinx_sitejson.openapi.references import schema_name, unescape

_OPERATION_ID = re.compile(r"#/?(?:operations?)/(?P<name>[^/]+)")
_PATH = re.compile(r"#/paths/(?P<path>[^/]+)/(?P<method>[a-z]+)")
_SECTION = re.compile(r"#/?(?:section/)?(?P<path>[^#\s]+)")
_TAG = re.compile(r"#/?tags?/(?P<name>[^/]+)")


def parse_part_link(url: str) -> tuple[str, str] | None:
    """Return role and target of a link such as ``#operation/listPets``, if it is one."""
    if name := schema_name(url):
        return "schema", name
    if found := _PATH.fullmatch(url):
        return "op", f"{found['method'].upper()} {unescape(found['path'])}"
    if found := _OPERATION_ID.fullmatch(url):
        return "op", unquote(found["name"])
    if found := _TAG.fullmatch(url):
        return "tag", unquote(found["name"])
    return None


def parse_fragment_link(url: str) -> tuple[str, str] | None:
    """Return the same, and of any other ``#place`` the heading that it may be."""
    if part := parse_part_link(url):
        return part
    found = _SECTION.fullmatch(url)
    # Of a heading inside others, tools write the way there.
    return ("heading", unquote(found["path"]).rpartition("/")[2]) if found else None
