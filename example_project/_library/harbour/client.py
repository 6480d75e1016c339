"""The client."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, overload
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from .errors import ApiError, NotFoundError
from .models import Berth, Booking, Service, Ship, ShipStatus

MAX_LIMIT: int = 100
"""The maximum number of ships in one response."""


class Client:
    """A connection to the API of one harbour.

    :param base_url: The URL of the API, with the name of the harbour.
    :param token: The token that the harbour office gave you. Public operations need none.
    :param timeout: How long to wait for a response, in seconds.
    """

    def __init__(self, base_url: str, *, token: str | None = None, timeout: float = 10.0) -> None:
        self._base_url = base_url.rstrip("/")
        self._token = token
        #: How long the client waits for a response, in seconds.
        self.timeout = timeout

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self._token = None

    def list_ships(
        self,
        *,
        kind: Literal["cargo", "ferry", "tanker"] | None = None,
        status: Sequence[ShipStatus] = (),
        longer_than: float | None = None,
        limit: int = 20,
    ) -> Iterator[Ship]:
        """Yield the ships that are registered with the harbour.

        The client requests the next page of the list when you have used all ships of the last one.

        :openapi: GET /ships
        :param kind: Only ships of this kind.
        :param status: Only ships with one of these statuses.
        :param longer_than: Only ships that are longer than this, in meters.
        :param limit: The number of ships in each response, at most :data:`MAX_LIMIT`.
        :returns: The ships, one at a time.
        :raises ApiError: If the API responds with an error.
        """
        query: list[tuple[str, object]] = [("limit", min(limit, MAX_LIMIT))]
        query += [("status", one.value) for one in status]
        if kind:
            query.append(("filter[kind]", kind))
        if longer_than is not None:
            query.append(("filter[longerThan]", longer_than))
        cursor: str | None = ""
        while cursor is not None:
            last = cursor
            more = [("cursor", cursor)] if cursor else []
            page = self._send("GET", f"/ships?{urlencode([*query, *more])}")
            yield from map(_ship, page["ships"])
            cursor = page.get("next")
            if cursor == last:
                return

    @overload
    def get_ship(self, ship_id: str) -> Ship: ...

    @overload
    def get_ship(self, ship_id: str, *, raw: Literal[True]) -> dict[str, Any]: ...

    def get_ship(self, ship_id: str, *, raw: bool = False) -> Ship | dict[str, Any]:
        """Return a ship.

        :openapi: GET /ships/{shipId}
        :param ship_id: The ID of the ship.
        :param raw: Whether to return the response as it is.
        :raises NotFoundError: If there is no ship with this ID.
        """
        data: dict[str, Any] = self._send("GET", f"/ships/{quote(ship_id)}")
        return data if raw else _ship(data)

    def register_ship(self, ship: Ship, **fields: Any) -> Ship:
        """Register a ship.

        .. versionchanged:: 2.0
           Retries with the same arguments do not register the ship twice.

        :openapi: POST /ships
        :param ship: The ship to register.
        :param fields: What this kind of ship requires, such as ``capacity=980``.
        :returns: The ship with the ID that the harbour assigned.
        :raises ApiError: If a ship with this call sign is already registered.
        """
        body = {
            "name": ship.name,
            "kind": ship.kind,
            "callSign": ship.call_sign,
            "length": ship.length,
            **fields,
        }
        key = str(uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True)))
        return _ship(self._send("POST", "/ships", body, {"Idempotency-Key": key}))

    def list_berths(self, *, depth: int = 2) -> list[Berth]:
        """Return the quays and their berths.

        :openapi: GET /berths
        :param depth: The number of levels of the tree.
        """
        return [_berth(data) for data in self._send("GET", f"/berths?depth={depth}")]

    def book_berth(
        self,
        berth_id: str,
        ship_id: str,
        start: datetime,
        end: datetime,
        *,
        services: Sequence[Service] = (),
        answer_to: str | None = None,
    ) -> Booking:
        """Request a berth. The harbour office decides later.

        :openapi: POST /berths/{berthId}/bookings
        :param berth_id: The ID of the berth.
        :param ship_id: The ID of the ship.
        :param start: When the ship arrives.
        :param end: When the ship departs.
        :param services: The services that the ship needs.
        :param answer_to: The URL to which the harbour office sends its decision.
        :returns: The booking, which is not yet confirmed.
        :raises NotFoundError: If there is no berth with this ID.
        :raises ApiError: If the berth is already booked.
        """
        body = {"ship": ship_id, "from": start.isoformat(), "until": end.isoformat()}
        extra = {"services": [one.value for one in services], "answerTo": answer_to}
        body |= {name: value for name, value in extra.items() if value}
        data = self._send("POST", f"/berths/{quote(berth_id)}/bookings", body)
        return Booking(
            id=data["id"],
            ship=data["ship"],
            start=datetime.fromisoformat(data["from"]),
            end=datetime.fromisoformat(data["until"]),
        )

    def timetable(self, berth_id: str, day: str) -> str:
        """Return the ships that are expected on a day, as text.

        .. deprecated:: 2.2
           Use :meth:`list_berths`.

        :openapi: GET /berths/{berthId}/timetable
        :param berth_id: The ID of the berth.
        :param day: The day, such as ``2031-05-04``.
        """
        return str(self._send("GET", f"/berths/{quote(berth_id)}/timetable?day={quote(day)}"))

    def _send(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Send a request and return the content of the response."""
        sent = {"Accept": "application/json, text/plain", **(headers or {})}
        if self._token:
            sent["Authorization"] = f"Bearer {self._token}"
        data = None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = Request(self._base_url + path, data=data, headers=sent, method=method)
        try:
            with urlopen(request, timeout=self.timeout) as response:
                text = response.read().decode()
                is_json = response.headers.get_content_type().endswith("json")
        except HTTPError as error:
            with error:
                kind = NotFoundError if error.code == 404 else ApiError
                raise kind(error.code, error.reason) from None
        return json.loads(text) if is_json else text


def _ship(data: dict[str, Any]) -> Ship:
    return Ship(
        id=data.get("id"),
        name=data["name"],
        kind=data["kind"],
        call_sign=data["callSign"],
        length=data["length"],
        status=ShipStatus(data.get("status", "expected")),
    )


def _berth(data: dict[str, Any]) -> Berth:
    berths = [_berth(inner) for inner in data.get("berths", [])]
    return Berth(id=data["id"], name=data["name"], depth=data["depth"], berths=berths)
