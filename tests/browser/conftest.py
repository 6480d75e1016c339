"""What the browser tests share: the product's own documentation, built once and served."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from urllib.parse import urlsplit

import pytest

from support.echo import EchoServer, echo_server
from support.windows import LAPTOP, own_page, resize, wait_until_drawn

from .playground_site import files, open_playground

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


@pytest.fixture
def new_page(browser):
    """Open pages in contexts of their own: without scripts, by touch, with permissions."""
    with ExitStack() as contexts:
        yield lambda *size, **options: contexts.enter_context(own_page(browser, *size, **options))


MEDIA = dict.fromkeys(("media", "color_scheme", "reduced_motion", "forced_colors"), "null")


@pytest.fixture
def view(shared_page, address):
    """Show a page to a test that only looks and scrolls: all of them share a context, and those
    of one page one after the other share what was loaded.
    """

    def show(path, size=LAPTOP, **media):
        resize(shared_page, size)
        shared_page.emulate_media(**{**MEDIA, **media})
        url = path if "://" in path else f"{address}/{path}"
        if shared_page.url != url:
            shared_page.goto(url)
        shared_page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        wait_until_drawn(shared_page)
        return shared_page

    return show


@pytest.fixture(scope="session")
def publish(build_shared_site, serve):
    """Build a site without a warning, equal ones once, and return where it is served."""
    folder, built = build_shared_site.parent, {}
    with serve(folder) as root:

        def build(files, **options):
            key = json.dumps([files, options], default=repr)
            if key not in built:
                site = build_shared_site(files, **options)
                assert site.warnings == ""
                built[key] = f"{root}/{site.outdir.relative_to(folder).as_posix()}"
            return built[key]

        yield build


@pytest.fixture(scope="session")
def echo() -> Iterator[EchoServer]:
    """A server that tells what it received."""
    with echo_server() as server:
        yield server


@pytest.fixture(scope="session")
def playground_site(echo, build_shared_clean):
    """A site whose API is that server."""
    return build_shared_clean(files(echo.address))


@pytest.fixture(scope="session")
def playground_home(playground_site, serve) -> Iterator[str]:
    """Where that site is served."""
    with serve(playground_site.outdir) as address:
        yield address


@pytest.fixture
def try_it(page, playground_home):
    """Open the playground of a page."""
    return lambda name: open_playground(page, f"{playground_home}/api/{name}.html")
