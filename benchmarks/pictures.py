"""Takes the pictures of the documentation from the documentation itself, in both modes.

Run ``make pictures`` after a change of the looks: the documentation is built in each look that a
picture shows, opened in Chromium, and photographed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent.parent
EXAMPLE = HERE / "example_project"
PICTURES = EXAMPLE / "images" / "gallery"
SIZE = {"width": 1440, "height": 900}
MODES = ("light", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is photographed."""

    name: str
    page: str
    look: tuple[str, str] = ("venus", "topnav")
    search: str = ""
    """What is typed into the search."""
    sends: bool = False
    """Whether a request is sent in the playground first."""


GALLERY = (
    Picture(name="operation", page="api/find-ships.html"),
    Picture(name="playground", page="api/find-ships.html", sends=True),
    Picture(
        name="article",
        page="guides/components/steps-and-folds.html",
        look=("quill", "solidSidenav"),
    ),
    Picture(name="schema", page="api/schemas/ship.html", look=("prism", "sidenav")),
    Picture(name="search", page="reference/all-keys.html", search="navigation"),
)


def main() -> None:
    """Build what is needed, and take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for look in dict.fromkeys(picture.look for picture in GALLERY):
            folder = _built(Path(name, "-".join(look)), look)
            server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
            Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}"
            for picture in (each for each in GALLERY if each.look == look):
                _take(browser, picture, f"{address}/{picture.page}")
            server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def _built(folder: Path, look: tuple[str, str]) -> Path:
    source = folder / "source"
    shutil.copytree(EXAMPLE, source)
    settings = json.loads(source.joinpath("site.json").read_text("utf-8"))
    settings["theme"], settings["layout"] = look
    source.joinpath("site.json").write_text(json.dumps(settings), "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", source, folder / "site"]
    subprocess.run(command, check=True)
    return folder / "site"


def _take(browser: Browser, picture: Picture, url: str) -> None:
    for mode, page in _opened(browser, url):
        if picture.search:
            page.keyboard.press("Control+k")
            page.get_by_role("dialog").get_by_role("combobox").fill(picture.search)
            page.get_by_role("option").first.wait_for()
        if picture.sends:
            page.get_by_role("button", name="Try it").first.click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_role("button", name="Send", exact=True).click()
            dialog.get_by_text("200").first.wait_for()
        file = PICTURES / f"{picture.name}-{mode}.jpg"
        page.screenshot(path=file, type="jpeg", quality=82)
        print(file.relative_to(HERE))


def _opened(browser: Browser, url: str) -> Iterator[tuple[str, Page]]:
    for mode in MODES:
        context = browser.new_context(
            viewport=SIZE, color_scheme=mode, reduced_motion="reduce", locale="en-GB"
        )
        page = context.new_page()
        page.goto(url, wait_until="networkidle")
        yield mode, page
        context.close()


if __name__ == "__main__":
    main()
