"""Where the values of the model stand in the raw data of their document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.network.methods import METHODS

from .raw import object_list, object_of, text_of
from .references import LONGEST_CHAIN, unescape

if TYPE_CHECKING:
    from sphinx_sitejson.common.problems import JsonPath

    from .document import OpenApiDocument
    from .model import Operation, Parameter


class ValuePaths:
    """Finds paths in one document, past its references."""

    def __init__(self, document: OpenApiDocument) -> None:
        self._document = document

    def operation(self, operation: Operation) -> JsonPath:
        """Return the path of an operation or a webhook."""
        method = operation.method.lower()
        steps = (method,) if method in METHODS else ("additionalOperations", operation.method)
        return (*self._item(operation), *steps)

    def parameter(self, operation: Operation, parameter: Parameter) -> JsonPath:
        """Return the path of a parameter: in the operation, else beside it."""
        for start in (self.operation(operation), self._item(operation)):
            path = (*self.behind(start), "parameters")
            for index, entry in enumerate(object_list(self._value(path))):
                raw = self._document.references.resolve(entry).raw
                if (text_of(raw, "name"), text_of(raw, "in")) == (
                    parameter.name,
                    parameter.location,
                ):
                    return (*path, index)
        return self.operation(operation)

    def behind(self, path: JsonPath) -> JsonPath:
        """Return the path of the object that a path leads to, references on the way and at its end
        followed.
        """
        found: JsonPath = ()
        for step in path:
            found = (*self._target(found), step)
        return self._target(found)

    def inside(self, path: JsonPath, *steps: str | int) -> JsonPath:
        """Return the path of a value inside an object; the value itself may be a reference."""
        *before, last = steps
        return (*self.behind((*path, *before)), last)

    def _item(self, operation: Operation) -> JsonPath:
        return ("webhooks" if operation.is_webhook else "paths", operation.path)

    def _target(self, path: JsonPath) -> JsonPath:
        for _ in range(LONGEST_CHAIN):
            reference = object_of(self._value(path)).get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                return path
            parts = map(unescape, reference.removeprefix("#/").split("/"))
            path = tuple(int(part) if part.isdigit() else part for part in parts)
            if self._value(path) is None:
                path = tuple(map(str, path))
        return path

    def _value(self, path: JsonPath) -> Any:
        value: Any = self._document.data
        for step in path:
            if isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                value = object_of(value).get(step)  # type: ignore[arg-type]
        return value
