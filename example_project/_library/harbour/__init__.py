"""A client for the Harbour API.

Create a :class:`Client` with your token, and call its methods::

    from harbour import Client

    with Client("https://north.example.com/v2", token="secret") as client:
        for ship in client.list_ships(kind="ferry"):
            print(ship.name, ship.status)
"""

from .client import MAX_LIMIT, Client
from .errors import ApiError, HarbourError, NotFoundError
from .models import Berth, Booking, Service, Ship, ShipStatus

__all__ = [
    "MAX_LIMIT",
    "ApiError",
    "Berth",
    "Booking",
    "Client",
    "HarbourError",
    "NotFoundError",
    "Service",
    "Ship",
    "ShipStatus",
]
