"""Files that pages link to: which scripts may wait, and how large a picture is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx_sitejson.appearance.image_sizes import PictureSize, picture_size, with_sizes
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

SPHINX_SCRIPTS = frozenset(
    f"_static/{name}.js" for name in ("documentation_options", "doctools", "sphinx_highlight")
)


copied_pictures: BuildState[dict[str, str]] = BuildState(lambda env: {})
"""The pictures that Sphinx copies, by the names of the copies."""


def waiting_scripts(files: Iterable[Any]) -> frozenset[str]:
    """Return the scripts of Sphinx that need not hold up a page.

    Scripts of others may need them at once, unless they wait as well.
    """
    others = (file for file in files if getattr(file, "filename", "") not in SPHINX_SCRIPTS)
    return SPHINX_SCRIPTS if all(map(_waits, others)) else frozenset()


def _waits(file: Any) -> bool:
    name = str(getattr(file, "filename", file))
    # The first waits in our templates, the second needs no other script.
    is_known = name == "_static/sitejson.js" or "design-tabs" in name
    return is_known or bool({"defer", "async"} & set(getattr(file, "attributes", ())))


def set_image_sizes(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Let the pictures of a page say how large they are."""
    body = context.get("body")
    if isinstance(body, str) and "<img" in body and has_our_theme(app.builder):
        context["body"] = with_sizes(body, partial(_size_at, app, _sources(app)))


def _sources(app: Sphinx) -> Mapping[str, str]:
    """Return where the pictures so far come from: they are copied at the end."""
    known, images = copied_pictures(app.env), app.builder.images
    # Pages add theirs when they are written, so the new ones are the last.
    known.update((copied, path) for path, copied in islice(images.items(), len(known), None))
    return known


def _size_at(app: Sphinx, sources: Mapping[str, str], address: str) -> PictureSize | None:
    """Return the size of a picture that Sphinx copies, by its address in a page."""
    folder, _, name = unquote(address.partition("?")[0]).rpartition("/")
    if folder.split("/")[-1] == "_images":
        source = sources.get(name)
        return picture_size(Path(app.srcdir, source)) if source else None
    _, is_static, path = f"{folder}/{name}".rpartition("_static/")
    is_ours = is_static and "://" not in address and ".." not in path
    return picture_size(Path(app.outdir, "_static", path)) if is_ours else None
