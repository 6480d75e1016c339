"""A document with overlays: for each value, the file and the path where it was written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sphinx_sitejson.common.json_documents.sources import Source
from sphinx_sitejson.common.problems import JsonPath, Place

from .sources import DocumentFile


@dataclass(slots=True)
class Laid:
    """What overlays changed at one place of a document, and below it."""

    overlay: int | None = None
    """The overlay that wrote the value; None for one that the document wrote."""
    at: JsonPath = ()
    """Where it wrote it."""
    members: dict[str | int, Laid] = field(default_factory=dict)
    former: list[int] | None = None
    """Of a list from which entries were removed: which those were that are left."""

    def put(self, path: JsonPath, overlay: int, at: JsonPath) -> None:
        """Note that an overlay wrote a value."""
        node = self
        for part in path[:-1]:
            node = node.members.setdefault(part, Laid())
        node.members[path[-1]] = Laid(overlay=overlay, at=at)

    def remove(self, path: JsonPath, left: int | None) -> None:
        """Note that a value is gone; in a list those behind it move up.

        :param left: how many entries a list has then.
        """
        node = self
        for part in path[:-1]:
            node = node.members.setdefault(part, Laid())
        gone = path[-1]
        node.members.pop(gone, None)
        if left is None or not isinstance(gone, int):
            return
        if node.former is None:
            node.former = list(range(left + 1))
        if gone < len(node.former):
            del node.former[gone]
        node.members = {
            key - 1 if isinstance(key, int) and key > gone else key: member
            for key, member in node.members.items()
        }

    def origin(self, path: JsonPath) -> tuple[int | None, JsonPath]:
        """Return the overlay that wrote a value, if one did, and where in its file it stands."""
        overlay: int | None = None
        written: list[str | int] = []
        node: Laid | None = self
        for part in path:
            old = part
            if node is not None and node.former is not None and isinstance(part, int):
                old = node.former[part] if part < len(node.former) else part
            node = node.members.get(part) if node is not None else None
            if node is not None and node.overlay is not None:
                overlay, written = node.overlay, list(node.at)
            else:
                written.append(old)
        return overlay, tuple(written)


@dataclass(frozen=True, kw_only=True)
class OverlaidSource(DocumentFile):
    """A document as overlays left it."""

    laid: Laid = field(default_factory=Laid, repr=False, compare=False)
    overlays: tuple[DocumentFile, ...] = ()

    def place(self, path: JsonPath, *, at_key: bool = False) -> Place:
        """Return where a value or its key stands, in the document or in an overlay."""
        overlay, written = self.laid.origin(path)
        if overlay is None:
            return super().place(written, at_key=at_key)
        return self.overlays[overlay].place(written, at_key=at_key)

    def places(self, paths: Iterable[JsonPath]) -> dict[JsonPath, Place]:
        """Return where keys or values stand, each file read through once."""
        origins = {path: self.laid.origin(path) for path in paths}
        found: dict[tuple[int | None, JsonPath], Place] = {}
        for overlay in dict.fromkeys(overlay for overlay, _written in origins.values()):
            wanted = [written for of, written in origins.values() if of == overlay]
            source: Source | None = None if overlay is None else self.overlays[overlay]
            places = super().places(wanted) if source is None else source.places(wanted)
            found |= {(overlay, written): place for written, place in places.items()}
        return {path: found[origin] for path, origin in origins.items()}
