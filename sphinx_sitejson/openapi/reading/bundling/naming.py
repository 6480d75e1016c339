"""Names for what is taken over from other files into ``components``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.reading.document_locations import Address

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


def new_name(address: Address, path: JsonPath, *, taken: Collection[str]) -> str:
    """Return a name that says where a value comes from: as short as it can be."""
    for name in _candidates(address, path):
        if name and name not in taken:
            return name
    raise AssertionError("the candidates never end")


def _candidates(address: Address, path: JsonPath) -> Iterator[str]:
    file = _clean(address.stem)
    own = _clean(str(path[-1])) if path else file
    yield own
    if path:
        yield f"{file}_{own}"
    yield _clean(f"{address.folder}_{file}_{own}" if path else f"{address.folder}_{own}")
    number = 2
    while True:
        yield f"{own or 'part'}_{number}"
        number += 1


def _clean(name: str) -> str:
    return _NOT_IN_NAMES.sub("_", name).strip("_")[:_LONGEST_NAME]
