"""Pictures that LaTeX cannot read: converted, or described in words."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.transforms.post_transforms.images import ImageConverter
from sphinx.util.images import guess_mimetype

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.common.reports import report

SECONDS = 60
"""How long a program may take for a picture."""

DRAWING = "image/svg+xml"
PHOTOS = ("image/webp", "image/gif", "image/avif", "image/bmp", "image/tiff")
RULES = [(DRAWING, "application/pdf"), *((photo, "image/png") for photo in PHOTOS)]
MOST_NAMED = 5


class PicturesForLatex(ImageConverter):
    """Converts pictures with a program that is installed."""

    # After the converters that authors chose (200), before what is left is described (250).
    default_priority = 210
    conversion_rules = RULES

    def apply(self, **kwargs: Any) -> None:
        """Convert the pictures of a book; other formats show them as they are."""
        if site_of(self.env).builder.format == "latex":
            super().apply(**kwargs)

    def is_available(self) -> bool:
        """Whether it may be asked: each picture has converters of its own."""
        return True

    def convert(self, _from: str | os.PathLike[str], _to: str | os.PathLike[str]) -> bool:
        """Convert one picture; False where no program is installed that could."""
        source, target = Path(_from), Path(_to)
        return any(_runs(command, target) for command in commands(source, target))


def commands(source: Path, target: Path) -> Iterator[list[str]]:
    """Yield the commands that could convert a picture, the best first."""
    if target.suffix == ".pdf":
        yield ["rsvg-convert", "--format=pdf", f"--output={target}", str(source)]
        yield ["inkscape", f"--export-filename={target}", str(source)]
    # Of a picture that moves, the first.
    yield ["magick", f"{source}[0]", str(target)]
    yield ["convert", f"{source}[0]", str(target)]


def _runs(command: list[str], target: Path) -> bool:
    if shutil.which(command[0]) is None:
        return False
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and target.is_file() and target.stat().st_size > 0


class PicturesOfLatex(SphinxPostTransform):
    """Shows the description of a picture where LaTeX could not read the picture itself."""

    # After the transforms that convert pictures (200, 210).
    default_priority = 250
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Handle one book."""
        known = frozenset(site_of(self.env).builder.supported_image_types)
        left_out = [
            image
            for image in self.document.findall(nodes.image)
            if "*" in image.get("candidates", {})
            and (kind := guess_mimetype(image["uri"])) is not None
            and kind not in known
        ]
        for image in left_out:
            words = image.get("alt") or image["uri"].rpartition("/")[2]
            shown = nodes.emphasis("", words)
            is_among_words = isinstance(image.parent, nodes.TextElement)
            image.replace_self(shown if is_among_words else nodes.paragraph("", "", shown))
        report(_problems([image["uri"] for image in left_out]))


def _problems(uris: list[str]) -> Iterator[Problem]:
    names = list(dict.fromkeys(uris))
    if not names:
        return
    rest = f" and {len(names) - MOST_NAMED} others" if len(names) > MOST_NAMED else ""
    shown = ", ".join(map(quoted, names[:MOST_NAMED])) + rest
    has_drawing = any(name.lower().endswith(".svg") for name in names)
    program = "rsvg-convert or Inkscape" if has_drawing else "ImageMagick"
    message = (
        f"a PDF cannot show {shown}, and no program is installed that converts them; their "
        f"descriptions are shown. Install {program}, or use PNG, JPEG, or PDF."
    )
    yield Problem(code=ProblemCode.PICTURE_LEFT_OUT, message=message, place=Place(file=names[0]))
