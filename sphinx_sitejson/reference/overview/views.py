"""The view models of an overview."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.reference.views import (
    CodeSampleView,
    OperationLink,
    SchemeView,
    ServerView,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedOperation:
    """An operation in the list of a group."""

    link: OperationLink
    method: str
    path: str
    deprecated: bool = False
    is_webhook: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """The operations of a tag, or of a part of the paths."""

    id: str
    name: str
    """Of the tag; what tells it apart from other groups."""
    title: str
    description: str = ""
    external_docs: tuple[str, str] | None = None
    """Label and address."""
    operations: tuple[ListedOperation, ...] = ()
    groups: tuple[GroupView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationView:
    """A way to authorize, and a request that does it."""

    id: str
    scheme: SchemeView
    samples: tuple[CodeSampleView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewView:
    """All that a document says of the whole API."""

    title: str
    version: str = ""
    summary: str = ""
    description: str = ""
    contact: tuple[tuple[str, str], ...] = ()
    """The contact: labels and addresses; an address may be empty."""
    license: tuple[str, str] | None = None
    terms: str = ""
    external_docs: tuple[str, str] | None = None
    servers: tuple[ServerView, ...] = ()
    authorization: tuple[AuthorizationView, ...] = ()
    is_open: bool = False
    """Whether some operations need no authorization."""
    groups: tuple[GroupView, ...] = ()

    @property
    def has_facts(self) -> bool:
        """Whether there is anything to say before the description."""
        return bool(
            self.version or self.contact or self.license or self.terms or self.external_docs
        )

    @property
    def operation_count(self) -> int:
        """How many operations all groups have."""
        return sum(len(group.operations) for group in groups_in(self.groups))

    def way(self, scheme: str) -> AuthorizationView | None:
        """Return the way to authorize that a security scheme stands for."""
        return next((way for way in self.authorization if way.scheme.name == scheme), None)

    def group(self, name: str) -> GroupView | None:
        """Return the group of a tag."""
        return next((group for group in groups_in(self.groups) if group.name == name), None)


def groups_in(groups: tuple[GroupView, ...]) -> Iterator[GroupView]:
    """Yield groups and all that stand in them, in reading order."""
    for group in groups:
        yield group
        yield from groups_in(group.groups)
