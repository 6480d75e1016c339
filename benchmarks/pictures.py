"""Takes the pictures of the documentation from the documentation itself, in both modes.

Run ``make pictures`` after a change of the looks: the documentation is built in each look that a
picture shows, opened in Chromium, and photographed. ``make pictures ARGS="keys"`` takes only those
of one kind: ``gallery``, ``looks``, ``keys`` or ``motion``.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from animations import take_animations
from photographing import EXAMPLE, as_image, built, opened, served, started, store_titles, told
from pictures_of_keys import take_pictures_of_keys
from playwright.sync_api import Browser, sync_playwright

PICTURES = EXAMPLE / "images" / "gallery"
WIDTH, HEIGHT = 1440, 900


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
    width: int = 1120
    """The width of the file: two pixels for each one of half of a page, where most are shown."""


GALLERY = (
    Picture(name="operation", page="api/find-ships.html"),
    Picture(name="playground", page="api/find-ships.html", sends=True, width=WIDTH),
    Picture(
        name="article",
        page="guides/components/steps-and-folds.html",
        look=("quill", "solidSidenav"),
    ),
    Picture(name="schema", page="api/schemas/ship.html", look=("prism", "sidenav")),
    Picture(name="search", page="reference/all-keys.html", search="navigation"),
)


LOOKS = {
    "topnav": ("index.html", "light"),
    "sidenav": ("api/ships/read-a-ship.html", "dark"),
    "solidSidenav": ("guides/components/cards-and-callouts.html", "light"),
}
"""For each layout, the page and the mode that the pictures of the themes show."""


def main() -> None:
    """Take all pictures, or those of the kinds that are asked for."""
    kinds = {
        "gallery": take_gallery,
        "looks": take_looks,
        "keys": take_pictures_of_keys,
        "motion": take_animations,
    }
    with sync_playwright() as playwright:
        browser = started(playwright)
        for kind in sys.argv[1:] or kinds:
            kinds[kind](browser)


def take_gallery(browser: Browser) -> None:
    """Build the documentation in each look, and take the pictures of it."""
    PICTURES.mkdir(exist_ok=True)
    titles: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as name:
        for look in dict.fromkeys(picture.look for picture in GALLERY):
            folder = in_look(Path(name, "-".join(look)), look)
            with served(folder) as address:
                for picture in (each for each in GALLERY if each.look == look):
                    title = take(browser, picture, f"{address}/{picture.page}")
                    titles[picture.name] = {"page": picture.page, "title": title}
    store_titles("gallery", titles)


def take_looks(browser: Browser) -> None:
    """Take a small picture of every theme in every layout."""
    titles: dict[str, dict[str, str]] = {}
    for theme in ("venus", "quill", "prism"):
        for layout, (path, wanted_mode) in LOOKS.items():
            with tempfile.TemporaryDirectory() as name:
                folder = in_look(Path(name), (theme, layout))
                with served(folder) as address:
                    for mode, page in opened(browser, f"{address}/{path}", WIDTH, HEIGHT):
                        if mode == wanted_mode:
                            image = as_image(page.screenshot()).resize((WIDTH // 2, HEIGHT // 2))
                            file = EXAMPLE / "images" / "looks" / f"{theme}-{layout}.png"
                            image.quantize(96).save(file, optimize=True)
                            titles[file.stem] = {"page": path, "title": page.title()}
                            told(file)
    store_titles("looks", titles)


def in_look(folder: Path, look: tuple[str, str]) -> Path:
    """Build the documentation in another look."""
    source = folder / "source"
    shutil.copytree(EXAMPLE, source)
    settings = json.loads(source.joinpath("site.json").read_text("utf-8"))
    settings["theme"], settings["layout"] = look
    source.joinpath("site.json").write_text(json.dumps(settings), "utf-8")
    return built(source, folder / "site")


def take(browser: Browser, picture: Picture, url: str) -> str:
    """Take one picture in both modes, and return the title of the page."""
    title = ""
    for mode, page in opened(browser, url, WIDTH, HEIGHT):
        title = page.title()
        if picture.search:
            page.keyboard.press("Control+k")
            page.get_by_role("dialog").get_by_role("combobox").fill(picture.search)
            page.get_by_role("option").first.wait_for()
            page.get_by_text("Loading…").wait_for(state="hidden")
        if picture.sends:
            page.get_by_role("button", name="Try it").first.click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_role("button", name="Send", exact=True).click()
            dialog.get_by_text("200").first.wait_for()
        file = PICTURES / f"{picture.name}-{mode}.webp"
        image = as_image(page.screenshot())
        image = image.resize((picture.width, picture.width * HEIGHT // WIDTH))
        image.save(file, quality=70, method=6)
        told(file)
    return title


if __name__ == "__main__":
    main()
