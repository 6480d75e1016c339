"""Where references lead: found once for each file and text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from sphinx_sitejson.common.json_documents.sources import MOST_OF_A_KIND
from sphinx_sitejson.common.network.failures import RefusedError
from sphinx_sitejson.common.problems import JsonPath, did_you_mean, quoted
from sphinx_sitejson.openapi.reading.document_locations import Address, resolved_address
from sphinx_sitejson.openapi.reading.pointers import (
    NoTargetError,
    fragment_of,
    pointer_path,
    schema_anchors,
    value_at,
)

from .workspace import UnreadableError, Workspace


@dataclass(frozen=True, slots=True)
class ReferenceTarget:
    """What a reference leads to: a file, and the path in it."""

    address: Address
    path: JsonPath
    is_anchor: bool = False

    @property
    def fragment(self) -> str:
        """The path as the fragment of a reference."""
        return fragment_of(self.path)

    def local_reference(self, ref: str) -> str:
        """Return the reference itself where it works inside its file, else one that does."""
        return ref if ref.startswith("#") and not self.is_anchor else self.fragment


@dataclass(frozen=True, slots=True)
class NoTarget:
    """Why a reference cannot be followed."""

    message: str


class WorkspaceReferences:
    """Follows references between the files of a workspace."""

    def __init__(self, workspace: Workspace, allowed_origins: frozenset[str]) -> None:
        self._workspace = workspace
        self._allowed_origins = allowed_origins
        self._found: dict[tuple[Address, str], ReferenceTarget | NoTarget] = {}
        self._hints_left = MOST_OF_A_KIND
        self._anchors: dict[Address, dict[str, JsonPath]] = {}

    def value(self, target: ReferenceTarget) -> Any:
        """Return what a target holds."""
        return value_at(self._workspace.source(target.address).value, target.path)

    def find(self, ref: str, holder: Address) -> ReferenceTarget | NoTarget:
        """Return where a reference leads, seen from the file that holds it."""
        key = (holder, ref)
        if key not in self._found:
            self._found[key] = self._find(ref, holder)
        return self._found[key]

    def _find(self, ref: str, holder: Address) -> ReferenceTarget | NoTarget:
        resource, _, fragment = ref.partition("#")
        named = self._anchor(ref, holder)
        if named is not None:
            return named
        try:
            address = holder
            if resource:
                origins = self._allowed_origins
                address = resolved_address(resource, holder=holder, allowed_origins=origins)
            source = self._workspace.source(address)
        except (RefusedError, UnreadableError) as error:
            return NoTarget(f"the reference {quoted(ref)} cannot be followed: {error}")
        if source.value is None:
            reason = source.problems[0] if source.problems else "the file is empty."
            return NoTarget(f"the reference {quoted(ref)} cannot be followed: {reason}")
        return self._target(ref, address, fragment)

    def _target(self, ref: str, address: Address, fragment: str) -> ReferenceTarget | NoTarget:
        if fragment and not fragment.startswith("/"):
            return self._anchor(f"#{fragment}", address) or NoTarget(
                f"the reference {quoted(ref)} points to an anchor that does not exist."
            )
        path = pointer_path(fragment) if fragment else ()
        try:
            value_at(self._workspace.source(address).value, path)
        except NoTargetError:
            return NoTarget(
                f"the reference {quoted(ref)} points to nothing.{self._nearest(address, path)}"
            )
        return ReferenceTarget(address, path)

    def _anchor(self, ref: str, address: Address) -> ReferenceTarget | None:
        """Find a schema by its own name, or by its ``$id`` and a path below it."""
        if ref.startswith(("#/", "./", "../")) or ref in ("", "#"):
            return None
        try:
            anchors = self._anchors_of(address)
        except UnreadableError:
            return None
        resource, _, fragment = ref.partition("#")
        if ref in anchors:
            return ReferenceTarget(address, anchors[ref], is_anchor=True)
        if resource not in anchors or (fragment and not fragment.startswith("/")):
            return None
        path = (*anchors[resource], *(pointer_path(fragment) if fragment else ()))
        try:
            value_at(self._workspace.source(address).value, path)
        except NoTargetError:
            return None
        return ReferenceTarget(address, path, is_anchor=True)

    def _anchors_of(self, address: Address) -> dict[str, JsonPath]:
        if address not in self._anchors:
            value = self._workspace.source(address).value
            is_schema = not (isinstance(value, dict) and ("openapi" in value or "swagger" in value))
            self._anchors[address] = schema_anchors(value, is_schema=is_schema)
        return self._anchors[address]

    def _nearest(self, address: Address, path: JsonPath) -> str:
        try:
            around = value_at(self._workspace.source(address).value, path[:-1])
        except NoTargetError:
            return ""
        # Comparing names takes its time, and nobody reads hundreds of such sentences.
        self._hints_left -= 1
        if not isinstance(around, dict) or self._hints_left < 0 or len(str(path[-1])) > 100:
            return ""
        names = (name for name in around if len(name) <= 100)
        return did_you_mean(str(path[-1]), islice(names, 2_000))
