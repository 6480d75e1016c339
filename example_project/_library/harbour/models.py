"""The data that a client sends and receives."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum


class ShipStatus(Enum):
    """The current status of a ship."""

    EXPECTED = "expected"
    """The ship has a booking and is on its way."""
    ANCHORED = "anchored"
    """The ship is waiting outside the harbour."""
    MOORED = "moored"
    """The ship is at a berth."""
    LEFT = "left"
    """The ship has left the harbour."""


class Service(Enum):
    """A service that a berth offers."""

    WATER = "water"
    """Fresh water."""
    POWER = "power"
    """Shore power."""
    CRANE = "crane"
    """A crane for up to 40 tonnes."""
    WASTE = "waste"
    """Waste disposal."""


@dataclass(frozen=True, kw_only=True)
class Ship:
    """A ship that is registered with the harbour."""

    name: str
    """The name of the ship, as painted on the bow."""
    kind: str
    """The kind of ship: ``cargo``, ``ferry``, or ``tanker``."""
    call_sign: str
    """The call sign that the ship uses on the radio."""
    length: float
    """The length overall, in meters."""
    id: str | None = None
    """The ID that the harbour assigned, or ``None`` before the ship is registered."""
    status: ShipStatus = ShipStatus.EXPECTED
    """The current status of the ship."""

    @property
    def is_in_harbour(self) -> bool:
        """Whether the ship is at a berth."""
        return self.status is ShipStatus.MOORED


@dataclass(frozen=True, kw_only=True)
class Berth:
    """A place where ships moor. A berth can contain other berths, as a quay does."""

    id: str
    """The ID of the berth, such as ``N-4``."""
    name: str
    """The name of the berth."""
    depth: float
    """The depth of the water, in meters."""
    berths: list[Berth] = field(default_factory=list)
    """The berths that this berth contains."""

    def fits(self, ship: Ship, /, *, clearance: float = 1.0, draught: float = 0.0) -> bool:
        """Return whether the water is deep enough for a ship.

        :param ship: The ship that wants to moor.
        :param clearance: The depth that must remain below the ship, in meters.
        :param draught: The depth of the ship below the waterline, in meters.
        """
        return self.depth >= draught + clearance


@dataclass(frozen=True, kw_only=True)
class Booking:
    """A booking of a berth."""

    id: str
    """The ID of the booking."""
    ship: str
    """The ID of the ship."""
    start: datetime
    """When the ship arrives."""
    end: datetime
    """When the ship departs."""
