"""What is known of a service of another host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["analytics", "chat", "consent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceKey:
    """A value that the settings take for a service."""

    name: str
    help: str
    pattern: str = ""
    """What the whole value has to match; an address on the web, if there is none."""
    expected: str = ""
    """The pattern in words, for messages."""
    is_required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """The hosts that a service's scripts come from, and those they talk to."""

    scripts: tuple[str, ...]
    connections: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """All there is to know of a service, but for the script that loads it."""

    title: str
    kind: Kind
    keys: tuple[ServiceKey, ...]
    hosts: Hosts
    follows_readers: bool
    """Whether it recognizes a reader again or records what one does: then it needs consent."""
    privacy: str
    """What it keeps of readers, in one sentence: the reason for the answer above."""
    has_events: bool = True
    """Whether it takes events, such as the answer to "Was this page helpful?"."""

    @property
    def is_named_by_one_value(self) -> bool:
        """Whether the settings name it by its identifier alone, not by an object."""
        return self.kind != "analytics"
