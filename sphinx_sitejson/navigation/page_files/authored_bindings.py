"""Which operations and schemas the written pages show, seen before any page is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.mdx.front_matter import FrontMatter, read_front_matter
from sphinx_sitejson.mdx.scanning.masking import normalize

from .bindings import OperationBinding, ReadBinding, read_binding, read_operation

_FIELD = re.compile(r"^:(openapi|openapi-schema|openapi-overview|api):[ \t]+(.+)$", re.MULTILINE)
_DIRECTIVE = re.compile(rb"\bopenapi-operation(?:\}|::)[ \t]+([^\r\n]+)")
_MENTIONS_DOCUMENT = re.compile(rb"openapi")


def front_matter_of(text: str, path: Path) -> FrontMatter:
    """Read the front matter of a file, as the reader of its pages will."""
    return read_front_matter(text, file=str(path), takes_any_end=path.suffix == ".md")


def bindings_in(
    pages: Mapping[str, Path], read: Callable[[str, Path], FrontMatter] = front_matter_of
) -> dict[str, ReadBinding]:
    """Return the bindings of all pages that have one; a page that only mentions has None.

    :param read: reads the front matter of a page, and may keep it for when the page is read.
    """
    found: dict[str, ReadBinding] = {}
    for docname, path in pages.items():
        try:
            content = read_file(path)
        except OSError:
            continue
        if _MENTIONS_DOCUMENT.search(content):
            text = normalize(content.decode("utf-8", errors="replace"))
            is_rst = path.suffix == ".rst"
            metadata = dict(_FIELD.findall(text)) if is_rst else read(text, path).values
            found[docname] = read_binding(metadata)
    return found


def operations_in(pages: Mapping[str, Path]) -> Iterator[OperationBinding]:
    """Yield the operations that pages show, by their front matter or by a directive."""
    for binding in bindings_in(pages).values():
        if isinstance(binding, OperationBinding):
            yield binding
    for path in pages.values():
        try:
            arguments = _DIRECTIVE.findall(read_file(path))
        except OSError:
            continue
        for argument in arguments:
            binding = read_operation(argument.decode("utf-8", errors="replace").strip())
            if isinstance(binding, OperationBinding):
                yield binding
