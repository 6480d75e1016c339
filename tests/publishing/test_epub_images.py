"""Pictures in books: those that few readers know are converted, or described."""

import os
import sys
from io import BytesIO

from PIL import Image, features

from support.validators.books import Book, book_faults


def picture(kind, *, is_clear=False):
    """Return a picture of many colors, which may have clear pixels."""
    image = Image.effect_noise((60, 40), 90).convert("RGBA" if is_clear else "RGB")
    if is_clear:
        image.putpixel((0, 0), (0, 0, 0, 0))
    buffer = BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


# Older versions of Pillow cannot write it.
AVIF = "AVIF" if features.check("avif") else "WEBP"
PICTURES = {
    "site.json": {"name": "Pictures", "navigation": []},
    "index.rst": """\
Pictures
========

.. image:: photo.webp
   :alt: A photo

.. image:: images/clear.webp
   :alt: A logo

.. image:: photo.avif
.. image:: Scan.TIFF
.. image:: old.bmp
.. image:: named.png
.. image:: named.jpg
.. image:: plain.png

.. raw:: html

   <p><img src="_static/a &amp; b.webp" alt="In HTML"/></p>
   <svg viewBox="0 0 9 9"><image href="_static/drawn.webp" width="9" height="9"/></svg>
""",
    "photo.webp": picture("WEBP"),
    "images/clear.webp": picture("WEBP", is_clear=True),
    "photo.avif": picture(AVIF),
    "Scan.TIFF": picture("TIFF"),
    "old.bmp": picture("BMP"),
    # Formats that browsers and servers save under the names of others.
    "named.png": picture("WEBP", is_clear=True),
    "named.jpg": picture(AVIF),
    "plain.png": picture("PNG"),
    "_static/a & b.webp": picture("WEBP"),
    "_static/drawn.webp": picture("WEBP"),
    "_static/page.webp": picture("WEBP"),
    "_static/cover.webp": picture("WEBP"),
    "_static/own.css": "body { background: url(page.webp) }\n",
    "_templates/cover.html": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>C</title>'
    '</head><body><img src="{{ image }}" alt="C"></body></html>',
}
PICTURES_CONF = """
html_static_path = ["_static"]
epub_css_files = ["own.css"]
templates_path = ["_templates"]
epub_cover = ("_static/cover.webp", "cover.html")
"""


def test_pictures_that_few_readers_know_are_converted(build_clean):
    site = build_clean(PICTURES, conf=PICTURES_CONF, builder="epub")

    (path,) = site.outdir.glob("*.epub")
    assert book_faults(path) == []
    files = Book.read(path).files
    names = [name for name in files if name.startswith("_images/")]
    assert sorted(names) == [
        "_images/Scan.TIFF.jpg", "_images/clear.webp.png", "_images/named.jpg.jpg",
        "_images/named.png.png", "_images/old.bmp.jpg", "_images/photo.avif.jpg",
        "_images/photo.webp.jpg", "_images/plain.png",
    ]  # fmt: skip
    shown = {name: Image.open(BytesIO(files[name])) for name in names}
    assert {image.size for image in shown.values()} == {(60, 40)}
    assert shown["_images/clear.webp.png"].getpixel((0, 0))[3] == 0
    # Those of style sheets stay.
    assert "_static/page.webp" in files
    assert 'name="cover" content=' in site.text("content.opf")
    assert 'src="_static/cover.webp.jpg"' in site.text("epub-cover.xhtml")


def test_pictures_that_cannot_be_converted_are_described_until_they_can(build_site, monkeypatch):
    files = {"index.rst": PICTURES["index.rst"].partition(".. image:: photo.avif")[0]}
    names = ("site.json", "photo.webp", "images/clear.webp")
    files |= {name: PICTURES[name] for name in names}
    monkeypatch.setenv("PATH", "")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "PIL", None)
        site = build_site(files, builder="epub")

    (path,) = site.outdir.glob("*.epub")
    assert book_faults(path) == []
    assert not [name for name in Book.read(path).files if ".webp" in name]
    words = site.page("index.xhtml").get_text()
    assert "A photo" in words and "A logo" in words
    assert site.warnings == (
        'WARNING: images/clear.webp: an EPUB cannot contain "images/clear.webp", "photo.webp", '
        "and no installed program converts them; the alt text is shown instead. Install Pillow "
        "11.3 or newer, or ImageMagick, or use PNG, JPEG, or SVG. [sitejson.picture_left_out]\n"
    )

    site = site.rebuild()
    assert site.warnings == ""
    assert book_faults(path) == []
    assert {"_images/photo.webp.jpg", "_images/clear.webp.png"} <= Book.read(path).files.keys()


ONE_PICTURE = {
    "site.json": {"name": "Picture", "navigation": []},
    "index.md": "# Start\n\n![A photo](photo.webp)\n",
    "photo.webp": picture("WEBP"),
}


def test_a_picture_is_converted_again_only_if_it_has_changed(build_site):
    site = build_site(ONE_PICTURE, builder="epub")
    file = site.outdir / "_images/photo.webp.jpg"
    time = file.stat().st_mtime_ns
    file.write_bytes(b"converted before")
    os.utime(file, ns=(time, time))

    site = site.rebuild({"index.md": f"{ONE_PICTURE['index.md']}\nMore.\n"})
    assert site.warnings == ""
    assert file.read_bytes() == b"converted before"

    source = site.srcdir / "photo.webp"
    site = site.rebuild({"photo.webp": picture("WEBP", is_clear=True)})
    assert source.stat().st_mtime_ns != time
    assert site.warnings == ""
    assert "photo.webp.png" in site.text("index.xhtml")


def test_a_damaged_picture_is_described(build_site):
    site = build_site({**ONE_PICTURE, "photo.webp": b"RIFF1234WEBPVP8 "}, builder="epub")

    assert site.warnings.count("an EPUB cannot contain") == 1
    (path,) = site.outdir.glob("*.epub")
    assert book_faults(path) == []
    assert "A photo" in site.page("index.xhtml").get_text()
