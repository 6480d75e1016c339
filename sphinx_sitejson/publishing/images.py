"""Convert images for formats that do not support them, and report those that are left out."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sphinx_sitejson.common.files import read_file
from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.site_build.reports import report_at

BITMAP_SUFFIXES = frozenset({".webp", ".avif", ".bmp", ".tif", ".tiff", ".ico"})
"""Images that neither LaTeX nor EPUB 3.2, which many readers follow, supports."""

_SUPPORTED_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".gif"})

CONVERSION_SECONDS = 60
"""The timeout of a converter, in seconds."""

MAX_LISTED_IMAGES = 5

JPEG_QUALITY = 90


def is_unsupported_bitmap(path: Path) -> bool:
    """Whether an image is in such a format; downloads named PNG or JPEG often are WebP or AVIF."""
    suffix = path.suffix.lower()
    if suffix in _SUPPORTED_SUFFIXES:
        return read_file(path, 12)[8:] in (b"WEBP", b"avif")
    return suffix in BITMAP_SUFFIXES


def convert_image(source: Path, target: Path) -> bool:
    """Convert an image, of an animation the first one; return False if nothing installed can.

    :param target: the file to write; its suffix is the format.
    """
    return convert_bitmap(source, target) or any(
        _run_converter(command, target) for command in commands(source, target)
    )


def convert_bitmap(source: Path, target: Path) -> bool:
    """Convert a bitmap with Pillow; return False if it cannot, or would lose transparency."""
    if target.suffix == ".pdf":
        return False
    try:
        from PIL import Image, ImageOps
    except ImportError:
        return False
    try:
        with Image.open(source) as image:
            mode = "RGBA" if image.has_transparency_data else "RGB"
            if mode == "RGBA" and target.suffix == ".jpg":
                return False
            # The profile of another color space does not fit.
            profile = image.info.get("icc_profile") if image.mode[:1] in "RP" else None
            upright = ImageOps.exif_transpose(image).convert(mode)
            upright.save(target, quality=JPEG_QUALITY, icc_profile=profile)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        target.unlink(missing_ok=True)
        return False
    return True


def commands(source: Path, target: Path) -> Iterator[list[str]]:
    """Yield the commands that can convert an image, the best first."""
    if target.suffix == ".pdf":
        yield ["rsvg-convert", "--format=pdf", f"--output={target}", str(source)]
        yield ["inkscape", f"--export-filename={target}", str(source)]
    # The first frame of an animation.
    yield ["magick", f"{source}[0]", str(target)]
    yield ["convert", f"{source}[0]", str(target)]


def _run_converter(command: list[str], target: Path) -> bool:
    if shutil.which(command[0]) is None:
        return False
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=CONVERSION_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and target.is_file() and target.stat().st_size > 0


def report_images(names: list[str], reason: str, supported: str) -> None:
    """Report the images that are left out, all at once.

    :param reason: such as ``a PDF cannot contain``.
    :param supported: the image formats that can be used instead.
    """
    if not names:
        return
    rest = f" and {len(names) - MAX_LISTED_IMAGES} others" if len(names) > MAX_LISTED_IMAGES else ""
    listed = ", ".join(map(quoted, names[:MAX_LISTED_IMAGES])) + rest
    has_svg = any(name.lower().endswith(".svg") for name in names)
    program = "rsvg-convert or Inkscape" if has_svg else "Pillow 11.3 or newer, or ImageMagick"
    message = (
        f"{reason} {listed}, and no installed program converts "
        f"{'it' if len(names) == 1 else 'them'}; the alt text is shown instead. "
        f"Install {program}, or use {supported}."
    )
    report_at(ProblemCode.PICTURE_LEFT_OUT, message, Location(names[0]))
