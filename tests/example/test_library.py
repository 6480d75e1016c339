"""The Python library of the example, against a mock of the API that it is documented beside."""

import sys
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from sphinx_sitejson.servers.api_project import read_project
from sphinx_sitejson.servers.mock.mock_api import Mock, require_operations
from support.mocks import serving

EXAMPLE = Path(__file__).parents[2] / "example_project"


@pytest.fixture(scope="module")
def harbour():
    sys.path.insert(0, str(EXAMPLE / "_library"))
    try:
        import harbour

        yield harbour
    finally:
        sys.path.remove(str(EXAMPLE / "_library"))


@pytest.fixture(scope="module")
def url():
    project = read_project(EXAMPLE / "api" / "harbour.yaml", None)
    mock = Mock(project, require_operations(project), requires_credentials=True)
    with serving(mock) as address:
        yield f"{address}/v2"


def test_its_methods_send_what_the_document_asks_for(harbour, url):
    with harbour.Client(url, token="secret") as client:
        ships = list(islice(client.list_ships(kind="cargo", longer_than=120), 2))
        registered = client.register_ship(
            harbour.Ship(name="Polaris", kind="cargo", call_sign="DKXA", length=143.5),
            flag="SE",
            draught=8.2,
            capacity=980,
        )
        north = client.list_berths()[0]
        day = datetime(2031, 5, 4, tzinfo=UTC)
        booking = client.book_berth("N-1", "shp_4711", day, day, services=[harbour.Service.WATER])
        timetable = client.timetable("N-1", "2031-05-04")

    assert [ship.name for ship in ships] == ["Polaris", "Vesper"]
    assert ships[0].is_in_harbour
    assert registered.id
    assert [berth.id for berth in north.berths] == ["N-1", "N-4"]
    assert north.fits(ships[0], draught=8.2)
    assert booking.id.startswith("bkg_")
    assert timetable.startswith("06:00 Polaris")


def test_errors_have_the_status_of_the_response(harbour, url):
    with pytest.raises(harbour.ApiError) as unauthorized:
        next(harbour.Client(url).list_ships())
    with pytest.raises(harbour.NotFoundError):
        harbour.Client(f"{url}/nowhere", token="secret").list_berths()

    assert unauthorized.value.status == 401
