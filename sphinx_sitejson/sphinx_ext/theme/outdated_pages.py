"""Rewrite the pages whose navigation, settings or theme changed, and no others."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from sphinx_sitejson.common.files import find_temporary_files, remove, remove_below
from sphinx_sitejson.sphinx_ext.appearance.page_icons import project_icons
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_domain
from sphinx_sitejson.sphinx_ext.common.json_cache import cache_file, read_cache, write_cache
from sphinx_sitejson.sphinx_ext.common.output_files import site_contents
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.publishing.feedback import site_feedback
from sphinx_sitejson.sphinx_ext.publishing.meta_tags import meta_tags
from sphinx_sitejson.sphinx_ext.reference.playground import playground_files

from .files import theme_digest

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.settings.site import SiteSettings


LAST_TAG = b"</html>"


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of the pages that the last good build left in an output folder."""

    fingerprints: dict[str, str] = field(default_factory=dict)
    """Empty while a build runs, and so after one that did not come to its end."""
    files: list[str] = field(default_factory=list)
    """What builds wrote for pages, by their paths in the folder."""
    indices: list[str] = field(default_factory=list)
    """The indices of domains, which are written only when there is something in them."""


page_memory: BuildState[Memory] = BuildState(lambda env: Memory())
"""What the pages of this build are made of."""


def pages_to_write(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the pages whose fingerprint is not the one of the last good build."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return []
    known = _read(_memory_file(app))
    files = sorted(written_files(builder))
    if not known.fingerprints:
        for left in find_temporary_files(Path(app.outdir)):
            remove(left)
    outdated = set(known.files) - {*files, *site_contents(env).extra_files}
    for path in outdated:
        remove_below(Path(app.outdir, path), Path(app.outdir))
    memory = Memory(fingerprints(app, env), files, known.indices)
    page_memory.set(env, memory)
    write_cache(_memory_file(app), asdict(replace(memory, fingerprints={})))
    marks = memory.fingerprints.items()
    changed = [name for name, mark in marks if known.fingerprints.get(name) != mark]
    # Sphinx before 8.2 writes nothing at all, lists of pages included, without a page to write.
    return changed or ([env.config.root_doc] if outdated else [])


def store_page_digests(app: Sphinx, exception: Exception | None) -> None:
    """Keep the fingerprints of a build that ended well.

    After an interrupted one every page is written again, since nobody knows which of them are
    whole.
    """
    builder, memory = app.builder, page_memory(app.env)
    if exception is not None or not memory.fingerprints:
        return
    assert isinstance(builder, StandaloneHTMLBuilder)
    require_complete_pages(app, builder)
    # Older versions of Sphinx do not look for indices when no page has to be written.
    written = getattr(builder, "domain_indices", None)
    indices = memory.indices
    if written is not None:
        indices = [output_path(builder, entry[0]) for entry in written]
    outdated = set(memory.indices) - {*indices, *memory.files}
    for path in outdated:
        remove_below(Path(app.outdir, path), Path(app.outdir))
    write_cache(_memory_file(app), asdict(replace(memory, indices=indices)))


def written_files(builder: StandaloneHTMLBuilder) -> Iterator[str]:
    """Yield what a build writes for the pages that there are: HTML, sources and their files."""
    env = builder.env
    is_one_page = isinstance(builder, SingleFileHTMLBuilder)
    for docname in [env.config.root_doc] if is_one_page else env.all_docs:
        yield output_path(builder, docname)
        if builder.copysource:
            yield f"_sources/{source_name(builder, docname)}"
    yield from (f"{builder.imagedir}/{name}" for _, name in env.images.values())
    yield from (f"_downloads/{name}" for _, name in env.dlfiles.values())


def output_path(builder: StandaloneHTMLBuilder, pagename: str) -> str:
    """Return the file of a page, seen from the output folder."""
    return Path(builder.get_outfilename(pagename)).relative_to(builder.outdir).as_posix()


def source_name(builder: StandaloneHTMLBuilder, docname: str) -> str:
    """Return how Sphinx calls the copy of a page's source."""
    name = Path(builder.env.doc2path(docname, False)).as_posix()
    ending = builder.config.html_sourcelink_suffix
    return name if name.removeprefix(docname) == ending else f"{name}{ending}"


def require_complete_pages(app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Stop if a page is truncated: Sphinx only warns when a disk is full, and continues."""
    if not app._warncount or hasattr(builder, "dump_context"):
        return
    paths = sorted({output_path(builder, name) for name in app.env.all_docs})
    ends = {path: _end_of(Path(app.outdir, path)) for path in paths}
    found = {path: end for path, end in ends.items() if end is not None}
    broken = [path for path, end in found.items() if LAST_TAG not in end]
    # A theme may leave the last tag out of all of its pages.
    if broken and (len(broken) < len(found) or b"" in found.values()):
        names = ", ".join(broken[:3]) + (" and others" if len(broken) > 3 else "")
        raise SystemExit(f"The build stops: these pages could not be written whole: {names}.")


def _end_of(page: Path) -> bytes | None:
    """Return how a page ends; nothing for one that this build did not have to write."""
    try:
        with page.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(file.tell() - 200, 0))
            return file.read().lower()
    except OSError:
        return None


def fingerprints(app: Sphinx, env: BuildEnvironment) -> dict[str, str]:
    """Describe in a short text, for each page, all that surrounds its content."""
    domain = site_domain(env)
    digests = (theme_digest(env), project_icons(env).digest)
    repository = site_feedback(env).repository
    # Sphinx gives the numbers of toctrees later, and they follow from the order of the pages.
    numbered = sorted(env.numbered_toctrees)
    everywhere = repr((seen_on_every_page(domain.site.settings), digests, repository, numbered))
    shared: dict[int, str] = {}
    marks = {}
    for docname in sorted(env.all_docs):
        navigation = site_map(env).page(docname)
        # The groups are one object for many pages: describing them once keeps the cost linear.
        key = id(navigation.groups)
        if key not in shared:
            shared[key] = _digest(repr(navigation.groups))
        own = repr(replace(navigation, groups=()))
        own += playground_files(env).digest if docname in domain.bound else ""
        tags = repr(meta_tags(env, docname))
        marks[docname] = _digest(everywhere + shared[key] + own + tags)
    return marks


def seen_on_every_page(settings: SiteSettings) -> SiteSettings:
    """Return the settings without those that a page shows in its own way, or not at all."""
    return replace(
        settings, navigation=(), outline=None, tabs=(), anchors=(), redirects=(), metadata=()
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _memory_file(app: Sphinx) -> Path:
    place = _digest(f"{app.builder.name} {app.outdir}")
    return cache_file(app.env, f"written-{place}.json")


def _read(file: Path) -> Memory:
    try:
        return Memory(**read_cache(file))
    except TypeError:
        return Memory()
