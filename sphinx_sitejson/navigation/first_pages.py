"""The first page of each division: where its tab, its anchor or its menu entry leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .divisions import Chain, beginnings


@dataclass(slots=True)
class _First:
    """The first pages of one division: by version, and those that are drawn in it."""

    by_version: dict[str, tuple[int, str]] = field(default_factory=dict)
    drawn: str = ""

    def of(self, version: str) -> str:
        fitting = [self.by_version[v] for v in {"", version} if v in self.by_version]
        return min(fitting or self.by_version.values(), default=(0, ""))[1]


class FirstPages:
    """Knows them after one walk over all places.

    :param order: the pages with their places and versions, in reading order.
    :param drawn_at: the place that draws each page.
    """

    def __init__(
        self,
        order: Iterable[tuple[str, Chain, str]],
        *,
        drawn_at: Mapping[str, tuple[Chain, ...]],
    ) -> None:
        self._found: dict[Chain, _First] = {}
        for position, (docname, chain, version) in enumerate(order):
            is_drawn = drawn_at[docname][0] == chain
            for beginning in beginnings(chain):
                first = self._found.setdefault(beginning, _First())
                first.by_version.setdefault(version, (position, f"/{docname}"))
                if is_drawn and not first.drawn:
                    first.drawn = f"/{docname}"

    def url(self, chain: Chain, version: str = "") -> str:
        """Return the first page that a reader of a version sees there, and that is drawn there.

        A page that is listed elsewhere before is drawn there, so that a reader without scripts
        would not come to the division by it.
        """
        first = self._found.get(chain)
        if first is None:
            return ""
        chosen = first.of(version)
        return chosen if version or self.is_drawn(chain, chosen) else first.drawn or chosen

    def listed(self, chain: Chain) -> str:
        """Return the first page that is listed there, wherever it is drawn."""
        first = self._found.get(chain)
        return first.of("") if first else ""

    def is_drawn(self, chain: Chain, url: str) -> bool:
        """Whether a page is drawn in a division."""
        first = self._found[chain]
        return first.drawn == url

    def __contains__(self, chain: Chain) -> bool:
        return chain in self._found
