"""What a document says of the status of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sphinx_sitejson.openapi.model import Response

_STATUS = re.compile(r"[2-5][0-9][0-9]")


def documented_response(responses: Sequence[Response], status: int) -> Response | None:
    """Return what a document says of a status: exactly, for its family, or for all others."""
    by_status = {response.status.upper(): response for response in responses}
    wanted = (str(status), f"{status // 100}XX", "DEFAULT")
    return next((by_status[name] for name in wanted if name in by_status), None)


def expected_response(responses: Sequence[Response]) -> tuple[int, Response | None]:
    """Return the status that a client expects, and its documented response.

    It is the first success that the document names, or else the closest to one.
    """
    exact = {int(each.status): each for each in responses if _STATUS.fullmatch(each.status)}
    return next(_by_likelihood(responses, exact), (204, None))


def _by_likelihood(
    responses: Sequence[Response], exact: Mapping[int, Response]
) -> Iterator[tuple[int, Response]]:
    families = {response.status.upper(): response for response in responses}
    yield from ((status, each) for status, each in exact.items() if status < 300)
    yield from ((200, families[name]) for name in ("2XX", "DEFAULT") if name in families)
    yield from ((status, each) for status, each in exact.items() if status < 400)
    yield from ((300, families[name]) for name in ("3XX",) if name in families)
    yield from exact.items()
    for name in ("4XX", "5XX"):
        if name in families:
            yield int(name[0]) * 100, families[name]
