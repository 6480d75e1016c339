"""Images that open at full size, and links of headings, in a browser."""

import base64
import struct
import zlib

import pytest
from playwright.sync_api import expect

from support.small_sites import settings
from support.windows import visit

pytestmark = pytest.mark.wide


def picture(width: int, height: int) -> bytes:
    """Make a PNG of one color."""
    rows = (b"\0" + b"\x88\x99\xaa" * width) * height

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b""))
    return base64.b16decode(b"89504E470D0A1A0A") + b"".join(parts)


@pytest.fixture(scope="module")
def address(publish):
    text = "# Home\n\n## A heading\n\n```{py:function} flash(times)\n```\n\n"
    text += "![Large](/large.png)\n\n![Small](/small.png)\n\n"
    text += "[![Linked](/large.png)](https://example.com)\n"
    pictures = {"large.png": picture(1600, 900), "small.png": picture(80, 40)}
    return publish({"site.json": settings(), "index.md": text, **pictures})


def test_an_image_opens_and_closes_by_keyboard_and_pointer(page, address):
    visit(page, f"{address}/index.html", (1200, 700))
    image = page.get_by_role("button", name="Enlarge image: Large")
    image.focus()
    shown = image.bounding_box()["width"]
    page.keyboard.press("Enter")

    dialog = page.locator("dialog.sj-zoom")
    # The event of a scroll before, by which the focused image came into view, may arrive late.
    page.evaluate("dispatchEvent(new Event('scroll'))")
    expect(dialog.locator("img")).to_be_visible()
    assert dialog.locator("img").bounding_box()["width"] > shown
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert image.evaluate("image => image === document.activeElement")
    assert image.evaluate("image => getComputedStyle(image).cursor") == "zoom-in"
    image.click()
    dialog.get_by_role("button", name="Close image").click()
    assert not dialog.is_visible()
    # Who scrolls on has seen enough.
    image.click()
    page.evaluate("document.body.style.minHeight = '3000px'; scrollTo(0, 200)")
    expect(dialog).to_be_hidden()


def test_small_images_and_links_stay_as_they_are(page, address):
    page.goto(f"{address}/index.html")
    page.get_by_role("button", name="Enlarge image: Large").wait_for()

    assert page.locator("main img[role=button]").count() == 1


def test_a_heading_is_read_without_its_link(page, address):
    page.goto(f"{address}/index.html")

    headings = page.get_by_role("main").get_by_role("heading")
    assert {heading.aria_snapshot().splitlines()[0] for heading in headings.all()} == {
        '- heading "Home" [level=1]:', '- heading "A heading" [level=2]:',
    }  # fmt: skip
    expect(page.locator("h2").get_by_role("link", name="Link to this heading")).to_be_visible()
    signature = page.locator("dt.sig")
    expect(
        signature.get_by_role("link", name="Link to this definition", exact=True)
    ).to_be_visible()


def test_the_headerlink_is_in_the_margin_beside_its_heading(page, address):
    visit(page, f"{address}/index.html", (1280, 700))
    for level in ("h1", "h2"):
        heading, link = page.locator(level), page.locator(f"{level} > .headerlink")
        box, place = heading.bounding_box(), link.bounding_box()
        assert box["x"] - place["x"] == 24, level
        # On the line of the text.
        assert abs(box["y"] + box["height"] / 2 - place["y"] - place["height"] / 2) <= 1, level
        heading.hover()
        expect(link).to_have_css("opacity", "1")


def test_a_tap_shows_the_link_of_a_heading(new_page, address):
    page = new_page((390, 700), has_touch=True, is_mobile=True)
    page.goto(f"{address}/index.html")
    for place in ("h2", "dt.sig"):
        link = page.locator(f"{place} > .headerlink")
        expect(link).to_have_css("opacity", "0")
        page.locator(place).tap(position={"x": 8, "y": 12})
        expect(link).to_have_css("opacity", "1")
    expect(page.locator("h2 > .headerlink")).to_have_css("opacity", "0")


def test_the_link_of_a_heading_is_copied(new_page, address):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/index.html")
    page.locator("h2 a.headerlink").focus()
    page.keyboard.press("Enter")

    page.wait_for_function("document.getElementById('sj-announcer').textContent !== ''")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{address}/index.html#a-heading"
