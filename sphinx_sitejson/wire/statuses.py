"""What a document says of the status of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_sitejson.openapi.model import Response


def documented_response(responses: Sequence[Response], status: int) -> Response | None:
    """Return what a document says of a status: exactly, for its family, or for all others."""
    by_status = {response.status.upper(): response for response in responses}
    wanted = (str(status), f"{status // 100}XX", "DEFAULT")
    return next((by_status[name] for name in wanted if name in by_status), None)
