"""What the browser tests share: the product's own documentation, built once and served."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from support.echo import EchoServer, echo_server

from .playground_site import files

if TYPE_CHECKING:
    from playwright.sync_api import Locator

# The run with the oldest dependencies has no browser.
collect_ignore_glob = ["test_*.py", "*/test_*.py"] if find_spec("playwright") is None else []


@pytest.fixture(scope="session")
def address(example, serve, tmp_path_factory) -> Iterator[str]:
    """The URL of the built documentation, which is served below the path that it was built for."""
    root = tmp_path_factory.mktemp("root")
    path = urlsplit(example.options.overrides["html_baseurl"]).path.strip("/")
    folder = root / path
    folder.parent.mkdir(parents=True)
    folder.symlink_to(example.outdir)
    with serve(root) as server:
        yield f"{server}/{path}"


@pytest.fixture(scope="session")
def echo() -> Iterator[EchoServer]:
    """A server that tells what it received."""
    with echo_server() as server:
        yield server


@pytest.fixture(scope="session")
def playground_site(echo, build_shared_site):
    """A site whose API is that server."""
    found = build_shared_site(files(echo.address))
    assert found.warnings == ""
    return found


@pytest.fixture(scope="session")
def playground_home(playground_site, serve) -> Iterator[str]:
    """Where that site is served."""
    with serve(playground_site.outdir) as address:
        yield address


@pytest.fixture
def try_it(page, playground_home):
    """Open the playground of a page."""

    def open_(name: str, fragment: str = "") -> Locator:
        page.goto(f"{playground_home}/api/{name}.html{fragment}")
        if not fragment:
            page.get_by_role("button", name="Try it").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        return dialog

    return open_
