"""Convert a bundle of Swagger 2.0 to a bundle of OpenAPI 3.0."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_sitejson.common.problems import JsonPath, ProblemCode
from sphinx_sitejson.openapi.reading.bundling.bundler import Bundle
from sphinx_sitejson.openapi.reading.errors import BundleOrigins, Fault, Spot
from sphinx_sitejson.openapi.reading.validation.validator import Checked, check_document

from .conversion import converted_document
from .position_map import Moves


@dataclass(frozen=True, slots=True)
class _Origins(BundleOrigins):
    """Which part of a converted document comes from which file."""

    moves: Moves
    checked: Checked

    def find(self, path: JsonPath) -> Spot:
        """Return where a value of the converted document was written."""
        # "super()" does not work in a class with slots that a decorator makes anew.
        return BundleOrigins.find(self, self.checked.written(self.moves.old(path)))


def as_openapi(whole: Bundle) -> Bundle:
    """Check a document by the rules of Swagger 2.0, and convert what is sound."""
    # A document that calls itself OpenAPI 2 was told so when its version was read.
    data = {key: value for key, value in whole.data.items() if key != "openapi"}
    checked = check_document({**data, "swagger": "2.0"}, "2.0")
    result = converted_document(checked.data)
    found = [(whole.origins.find(path), message) for path, message in checked.findings]
    losses = [
        (whole.origins.find(checked.written(path)), message) for path, message in result.losses
    ]
    return Bundle(
        data=result.data,
        origins=_Origins(whole.origins.spots, result.moves, checked),
        faults=(
            *whole.faults,
            *(
                Fault(code=ProblemCode.OPENAPI_INVALID, message=said, spot=spot)
                for spot, said in found
            ),
            *(
                Fault(code=ProblemCode.OPENAPI_INVALID, message=said, spot=spot, is_repaired=True)
                for spot, said in losses
            ),
        ),
        reported=frozenset(spot for spot, _ in found),
        original=checked.data,
    )
