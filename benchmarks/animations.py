"""Films what motion explains: the preview that follows an edit, and a request in the playground.

An animation plays once and lasts less than five seconds, so that nobody needs a button to stop it;
beside it there is a still picture for readers who ask for less motion.
"""

from __future__ import annotations

import html
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from photographing import (
    EXAMPLE,
    MODES,
    SITEJSON,
    as_image,
    built,
    served,
    starter,
    store_titles,
    told,
)
from PIL import Image
from playwright.sync_api import Browser, Page

STILLS = EXAMPLE / "images" / "motion"
MOVING = EXAMPLE / "_static" / "motion"
OPERATION, ARTICLE = "api/notes/list-notes.html", "guides/quickstart.html"
WIDTH, HEIGHT = 960, 640
LONGEST = 5_000
"""In milliseconds; a longer animation would have to offer a way to stop it."""
MOST_BYTES = 400_000
LETTER = 90
"""How long each letter takes that is typed, in milliseconds."""
EDITOR = """<!doctype html><meta charset="utf-8"><style>
:root { color-scheme: MODE; --page: light-dark(#f6f8f7, #0e1512);
  --ink: light-dark(#24302b, #d8e2dd);
  --line: light-dark(#d5ddd9, #2a3631); --accent: light-dark(#0a7d55, #4ade9f); }
body { display: grid; grid-template-columns: 340px 1fr; block-size: 100vh; margin: 0;
  background: var(--page); color: var(--ink); }
section { display: grid; grid-template-rows: auto 1fr; min-inline-size: 0;
  border-inline-end: 1px solid var(--line); }
header { display: flex; justify-content: space-between; padding: 12px 16px;
  border-block-end: 1px solid var(--line); font: 14px sans-serif; }
output { color: var(--accent); }
pre { margin: 0; padding: 16px; overflow: hidden; font: 13px/1.7 monospace; white-space: pre-wrap; }
i { display: inline-block; inline-size: 2px; block-size: 1.1em; background: var(--accent);
  vertical-align: text-bottom; }
iframe { inline-size: 100%; block-size: 100%; border: 0; }
</style>
<section><header><span>quickstart.mdx</span><output></output></header><pre></pre></section>
<iframe src="ADDRESS"></iframe>
"""

Frames = list[tuple[Image.Image, int]]


def take_animations(browser: Browser) -> None:
    """Film everything in both modes."""
    for folder in (STILLS, MOVING):
        folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        source = starter(Path(name, "source"))
        site = built(source, Path(name, "site"))
        titles: dict[str, dict[str, str]] = {}
        for mode in MODES:
            with served(site) as address, opened_in(browser, mode) as page:
                save("playground", mode, [*film_playground(page, address)])
                titles["playground"] = {"page": OPERATION, "title": page.title()}
        for mode in MODES:
            page_file = source / ARTICLE.replace(".html", ".mdx")
            text = page_file.read_text("utf-8")
            with previewed(source) as address, opened_in(browser, mode) as page:
                address += ARTICLE
                page.goto(address)
                titles["preview"] = {"page": ARTICLE, "title": page.title()}
                # From another site the preview cannot be framed, and a page would reload itself.
                page.goto(address.replace(ARTICLE, "llms.txt"))
                save("preview", mode, [*film_preview(page, address, page_file, mode)])
            page_file.write_text(text, "utf-8")
    store_titles("motion", titles)


@contextmanager
def opened_in(browser: Browser, mode: str) -> Iterator[Page]:
    """Open an empty page."""
    size = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=size, color_scheme=mode, reduced_motion="reduce")
    try:
        yield context.new_page()
    finally:
        context.close()


@contextmanager
def previewed(source: Path) -> Iterator[str]:
    """Run the preview of a site, and give its address."""
    command = [*SITEJSON, "preview", str(source), "--port", "8790"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = (re.search(r"http://localhost:\d+/", line) for line in process.stdout)
            yield next(filter(None, lines))[0]
        finally:
            process.terminate()


def film_playground(page: Page, address: str) -> Iterator[tuple[Image.Image, int]]:
    """Open the playground, fill in a parameter, send the request, and see the response."""
    page.goto(f"{address}/{OPERATION}", wait_until="networkidle")
    yield shot(page), 700
    page.get_by_role("button", name="Try it").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Send", exact=True).wait_for()
    page.wait_for_load_state("networkidle")
    yield shot(page), 500
    tag = dialog.get_by_label(re.compile("^tag"), exact=False).first
    tag.fill("")
    for end in range(len("lamp") + 1):
        tag.fill("lamp"[:end])
        yield shot(page), LETTER if end < len("lamp") else 500
    send = dialog.get_by_role("button", name="Send", exact=True)
    send.hover()
    yield shot(page), 400
    send.click()
    dialog.get_by_text("200").first.wait_for()
    page.wait_for_load_state("networkidle")
    yield shot(page), 2_000


def film_preview(
    page: Page, address: str, file: Path, mode: str
) -> Iterator[tuple[Image.Image, int]]:
    """Change the title of a page in an editor, save it, and see the page reload."""
    old, new = "title: Quickstart", "title: Keep the light on"
    text = file.read_text("utf-8")
    before, _, after = text.partition(old)

    def show(title: str, note: str = "") -> Image.Image:
        shown = f"{html.escape(before + title)}<i></i>{html.escape(after)}"
        page.evaluate("text => document.querySelector('pre').innerHTML = text", shown)
        page.evaluate("text => document.querySelector('output').textContent = text", note)
        return shot(page)

    page.set_content(EDITOR.replace("MODE", mode).replace("ADDRESS", address))
    heading = page.frame_locator("iframe").get_by_role("heading", level=1)
    heading.get_by_text("Quickstart").wait_for()
    page.wait_for_load_state("networkidle")
    yield show(old), 700
    kept = old.removesuffix("Quickstart")
    for end in range(len(kept), len(new) + 1, 2):
        yield show(new[:end]), LETTER
    yield show(new), 400
    file.write_text(before + new + after, "utf-8")
    yield show(new, "Saved"), 500
    heading.get_by_text("Keep the light on").wait_for()
    page.wait_for_load_state("networkidle")
    yield show(new, "Saved"), 2_000


def shot(page: Page) -> Image.Image:
    """Take one frame."""
    return as_image(page.screenshot())


def save(name: str, mode: str, frames: Frames) -> None:
    """Write an animation that plays once, and its last frame as a still picture."""
    images, durations = zip(*frames, strict=True)
    assert sum(durations) < LONGEST, f"{name} lasts {sum(durations)} ms"
    file = MOVING / f"{name}-{mode}.webp"
    images[0].save(
        file,
        "WEBP",
        save_all=True,
        append_images=images[1:],
        duration=list(durations),
        loop=1,
        quality=72,
        method=6,
    )
    assert file.stat().st_size <= MOST_BYTES, file
    still = STILLS / f"{name}-{mode}.jpg"
    images[-1].save(still, "JPEG", quality=82, optimize=True)
    for written in (file, still):
        told(written)
