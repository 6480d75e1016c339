"""The fixtures of all tests."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from sphinx_sitejson.common import files
from support.chromium import ADVICE, ARGUMENTS, find_chromium
from support.server import serve_folder
from support.sites import BuiltSite, SiteBuilder, files_of
from support.windows import own_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

BROWSER_FIXTURES = {"browser", "page", "shared_page"}

EXAMPLE = Path(__file__).parents[1] / "example_project"
EXAMPLE_URL = "https://docs.example.com/en/latest/"

MEMORY = Path("/dev/shm")
BYTES_NEEDED = 8 << 30
"""What must be free there: many times what one run holds at once."""

MILLISECONDS_TO_WAIT = 120_000
"""How long the browser tests wait for anything; a busy machine takes far longer than usual."""

# No test measures seconds, not even by the limits that Hypothesis has for an example.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_configure() -> None:
    """Keep the files of tests in memory where there is room.

    A run writes and deletes a hundred thousand of them, for which a disk needs far longer.
    """
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        status = os.statvfs(MEMORY)
        can_execute = not status.f_flag & os.ST_NOEXEC
        if can_execute and status.f_bavail * status.f_frsize >= BYTES_NEEDED:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests and run them last, and long tests before others.

    Once started, Playwright keeps an event loop in the main thread, in which a test that calls
    ``asyncio.run`` would fail. A long test at the end would run alone, with all other workers done.
    """
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is not None,
            item.get_closest_marker("long") is None,
        )
    )


def pytest_collection_finish() -> None:
    """Leave thousands of collected tests out of each later garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def build_site(tmp_path: Path) -> SiteBuilder:
    """Build sites from files given in the test."""
    return SiteBuilder(tmp_path)


def without_warnings(build_site: SiteBuilder) -> Callable[..., BuiltSite]:
    def build(files: Mapping[str, Any], **options: Any) -> BuiltSite:
        site = build_site(files, **options)
        assert site.warnings == ""
        return site

    return build


@pytest.fixture
def build_clean(build_site: SiteBuilder) -> Callable[..., BuiltSite]:
    """Build sites as ``build_site`` does, which must not have any warnings."""
    return without_warnings(build_site)


@pytest.fixture(scope="session")
def build_shared_site(tmp_path_factory: pytest.TempPathFactory) -> SiteBuilder:
    """Build sites that several tests look at; for fixtures of a wider scope than one test."""
    return SiteBuilder(tmp_path_factory.mktemp("shared"))


@pytest.fixture(scope="session")
def build_shared_clean(build_shared_site: SiteBuilder) -> Callable[..., BuiltSite]:
    """Build sites as ``build_shared_site`` does, which must not have any warnings."""
    return without_warnings(build_shared_site)


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The documentation as HTML, built once for all workers; tests only read it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    result = folder / "example.pickle"
    with (folder / "example.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if result.exists():
            site: BuiltSite = pickle.loads(result.read_bytes())
            return site
        build = SiteBuilder(tmp_path_factory.mktemp("example"))
        overrides = {"nitpicky": True, "html_baseurl": EXAMPLE_URL}
        site = build(files_of(EXAMPLE), overrides=overrides)
        result.write_bytes(pickle.dumps(site))
    return site


@pytest.fixture(scope="session")
def serve() -> Callable[[Path], AbstractContextManager[str]]:
    """Serve a folder: ``with serve(site.outdir) as address:``."""
    return serve_folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=MILLISECONDS_TO_WAIT)
    executable = find_chromium()
    if executable is None:
        pytest.fail(ADVICE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        make_context = chromium.new_context

        def new_context(**options: Any) -> BrowserContext:
            context = make_context(**options)
            context.set_default_timeout(MILLISECONDS_TO_WAIT)
            return context

        # Some tests make a context of their own, which waits as long.
        chromium.new_context = new_context  # type: ignore[method-assign]
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh context: no cookies, no storage, nothing cached."""
    with own_page(browser) as found:
        yield found


@pytest.fixture(scope="session")
def shared_page(browser: Browser) -> Iterator[Page]:
    """An empty page of all tests that only evaluate expressions, and leave nothing behind."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[None]]:
    """Let every file that we write meet a full disk: ``with full_disk(): …``."""

    def fill(handle: int, content: bytes) -> None:
        # Real disks take a part before they are full.
        os.write(handle, content[:1])
        os.close(handle)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    @contextmanager
    def meet() -> Iterator[None]:
        with monkeypatch.context() as patched:
            patched.setattr(files, "_fill", fill)
            yield

    return meet
