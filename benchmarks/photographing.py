"""What all pictures of the documentation share: a server, a browser, and small files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright

HERE = Path(__file__).parent.parent
EXAMPLE = HERE / "example_project"
TITLES = EXAMPLE / "images" / "titles.json"
MODES = ("light", "dark")
SITEJSON = (
    sys.executable,
    "-u",
    "-c",
    "import sys; from sphinx_sitejson.commands import main; sys.exit(main())",
)
"""The command, as this very Python has it."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def started(playwright: Playwright) -> Browser:
    """Start the Chromium of this machine, or the one of Playwright."""
    commands = ("chromium", "google-chrome", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, commands)), None)
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])


def opened(browser: Browser, url: str, width: int, height: int) -> Iterator[tuple[str, Page]]:
    """Open a page in both modes."""
    for mode in MODES:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=mode,
            reduced_motion="reduce",
            locale="en-US",
        )
        page = context.new_page()
        page.goto(url, wait_until="networkidle")
        # Fonts that come late are not used before the next page.
        page.reload(wait_until="networkidle")
        yield mode, page
        context.close()


def built(source: Path, output: Path, *options: str) -> Path:
    """Build a site, and return its folder."""
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", *options]
    subprocess.run([*command, "-d", f"{output}-pages", source, output], check=True)
    return output


def starter(folder: Path) -> Path:
    """Make the site that ``sitejson init`` makes."""
    named = ["--yes", "--name", "Lighthouse", "--color", "#0A7D55", str(folder)]
    subprocess.run([*SITEJSON, "init", *named], check=True, stdout=subprocess.DEVNULL)
    return folder


def as_image(screenshot: bytes) -> Image.Image:
    """Read a screenshot."""
    return Image.open(BytesIO(screenshot)).convert("RGB")


def store_titles(kind: str, titles: dict[str, dict[str, str]]) -> None:
    """Store the pages and titles that pictures show.

    Tests compare them with the pages, so that no picture shows what is gone.

    :param titles: for each picture, its page and the title of it.
    """
    stored = json.loads(TITLES.read_text("utf-8")) if TITLES.is_file() else {}
    stored[kind] = titles
    TITLES.write_text(json.dumps(stored, indent=2, sort_keys=True) + "\n", "utf-8")


def told(file: Path) -> None:
    """Say what was written, and how large it is."""
    print(f"{file.relative_to(HERE)}  {file.stat().st_size / 1000:.1f} kB")
