"""Takes a picture of what each key of ``site.json`` changes, in both modes.

``example_project/_extensions/key_pictures.py`` says what each picture shows.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from photographing import EXAMPLE, as_image, built, opened, served, starter, store_titles, told
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(EXAMPLE / "_extensions"))

from key_pictures import FOLDER, KEY_PICTURES, KeyPicture

WIDTH, HEIGHT = 1024, 720
AROUND = 8
"""How much is shown around the part, in pixels."""
OPTIONS = (
    "-Dsitejson_repository=https://github.com/example/lighthouse",
    "-Dsitejson_feedback_url=https://example.com/feedback",
)
WAVES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600">
<path fill="#0A7D55" fill-opacity=".16" d="M0 120Q300 0 600 120T1200 120V600H0Z"/>
<path fill="#0A7D55" fill-opacity=".16" d="M0 240Q300 120 600 240T1200 240V600H0Z"/></svg>
"""


def take_pictures_of_keys(browser: Browser) -> None:
    """Build the site once for each set of settings, and take all pictures of it."""
    EXAMPLE.joinpath(FOLDER).mkdir(exist_ok=True)
    wanted: dict[str, list[str]] = {}
    titles: dict[str, dict[str, str]] = {}
    for key, picture in KEY_PICTURES.items():
        wanted.setdefault(json.dumps(picture.settings), []).append(key)
    with tempfile.TemporaryDirectory() as name:
        source = starter(Path(name, "source"))
        source.joinpath("images/waves.svg").write_text(WAVES, "utf-8")
        usual = json.loads(source.joinpath("site.json").read_text("utf-8"))
        for number, (settings, keys) in enumerate(wanted.items()):
            changed = with_settings(usual, json.loads(settings))
            source.joinpath("site.json").write_text(json.dumps(changed), "utf-8")
            with served(built(source, Path(name, str(number)), *OPTIONS)) as address:
                for key in keys:
                    title = take(browser, key, KEY_PICTURES[key], address)
                    titles[key] = {"page": KEY_PICTURES[key].page, "title": title}
    store_titles("keys", titles)


def with_settings(usual: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with others; a key without a value is taken out."""
    merged = {**usual, **settings}
    return {key: value for key, value in merged.items() if value is not None}


def take(browser: Browser, key: str, picture: KeyPicture, address: str) -> str:
    """Take one picture in both modes, and return the title of the page."""
    title = ""
    for mode, page in opened(browser, f"{address}/{picture.page}", WIDTH, HEIGHT):
        title = page.title()
        if picture.opens:
            page.locator(picture.opens).filter(visible=True).first.click()
            page.wait_for_load_state("networkidle")
        file = EXAMPLE / picture.file(key, mode)
        image = as_image(page.screenshot(clip=region(page, picture), full_page=True))
        image.save(file, "WEBP", quality=78, method=6)
        told(file)
    return title


def region(page: Page, picture: KeyPicture) -> Any:
    """Return the part of the page that is cut out."""
    box = page.locator(picture.part).filter(visible=True).first.bounding_box()
    assert box is not None, picture
    scrolled = page.evaluate("scrollY")
    left, top = max(box["x"] - AROUND, 0), max(box["y"] + scrolled - AROUND, 0)
    height = min(picture.height or box["height"], box["height"])
    return {
        "x": left,
        "y": top,
        "width": min(box["width"] + 2 * AROUND, WIDTH - left),
        "height": (picture.height or height) + (0 if picture.height else 2 * AROUND),
    }
