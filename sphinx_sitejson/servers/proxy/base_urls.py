"""The base URLs that a site declares, and which addresses lie below them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_sitejson.common.network.http_urls import HttpAddress


@dataclass(frozen=True, slots=True)
class BaseUrls:
    """The base URLs that a site declares."""

    targets: tuple[HttpAddress, ...]

    @classmethod
    def of(cls, bases: Iterable[HttpAddress]) -> BaseUrls:
        """Keep each base URL once, without its query and without a slash at its end."""
        plain = {(base.scheme, base.host, base.port, base.path.rstrip("/")): None for base in bases}
        return cls(
            tuple(
                HttpAddress(scheme=scheme, host=host, port=port, path=path)
                for scheme, host, port, path in plain
            )
        )

    def find(self, target: HttpAddress) -> HttpAddress | None:
        """Return the longest base URL that an address lies below."""
        having = (base for base in self.targets if _lies_below(target, base))
        return max(having, key=lambda base: len(base.path), default=None)


def _lies_below(target: HttpAddress, base: HttpAddress) -> bool:
    is_same_server = (target.scheme, target.host, target.port) == (
        base.scheme,
        base.host,
        base.port,
    )
    return is_same_server and (target.path == base.path or target.path.startswith(f"{base.path}/"))
