"""Writes again the pages whose surroundings changed, and no others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.sphinx_ext.domain import site_domain
from sphinx_sitejson.sphinx_ext.kept_json import keep, kept_file, read_kept
from sphinx_sitejson.sphinx_ext.openapi.generated_pages import SUFFIX

from .page_context import meta_tags

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.settings import SiteSettings


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of the pages that the last good build left in an output folder."""

    fingerprints: dict[str, str] = field(default_factory=dict)
    generated: list[str] = field(default_factory=list)


class WrittenPages:
    """Remembers, for each output folder, what the pages in it were made of.

    The memory is written only when a build ends well: after an interrupted one
    the pages it did not reach still differ from it, and are written then.
    """

    def __init__(self) -> None:
        self._memory = Memory()

    def pages_to_write(self, app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
        """Return the pages whose fingerprint is not the one of the last good build."""
        if not isinstance(app.builder, StandaloneHTMLBuilder):
            return []
        known = _read(_memory_file(app))
        stubs = site_domain(env).site.pages.stubs
        self._memory = Memory(fingerprints(app, env), sorted(stubs))
        for name in set(known.generated) - env.all_docs.keys():
            remove_page(app.builder, name)
        marks = self._memory.fingerprints.items()
        return [name for name, mark in marks if known.fingerprints.get(name) != mark]

    def remember(self, app: Sphinx, exception: Exception | None) -> None:
        """Keep the fingerprints of a build that ended well."""
        if exception is None and self._memory.fingerprints:
            keep(_memory_file(app), asdict(self._memory))


def remove_page(builder: StandaloneHTMLBuilder, docname: str) -> None:
    """Remove what an earlier build wrote for a generated page that is no more."""
    Path(builder.get_outfilename(docname)).unlink(missing_ok=True)
    Path(builder.outdir, "_sources", f"{docname}{SUFFIX}.txt").unlink(missing_ok=True)


def fingerprints(app: Sphinx, env: BuildEnvironment) -> dict[str, str]:
    """Describe in a short text, for each page, all that surrounds its content."""
    domain = site_domain(env)
    site = domain.site
    assert site.site_map is not None
    digests = (site.style.digest, site.own_icons_digest)
    everywhere = repr((seen_on_every_page(site.settings), digests, site.repository))
    shared: dict[int, str] = {}
    marks = {}
    for docname in sorted(env.all_docs):
        navigation = site.site_map.page(docname)
        # The groups are one object for many pages: describing them once keeps the cost linear.
        key = id(navigation.groups)
        if key not in shared:
            shared[key] = _digest(repr(navigation.groups))
        own = repr(replace(navigation, groups=()))
        own += site.playground_digest if docname in domain.bound else ""
        tags = repr(meta_tags(env, docname))
        marks[docname] = _digest(everywhere + shared[key] + own + tags)
    return marks


def seen_on_every_page(settings: SiteSettings) -> SiteSettings:
    """Return the settings without those that a page shows in its own way, or not at all."""
    return replace(settings, navigation=(), tabs=(), anchors=(), redirects=(), metadata=())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _memory_file(app: Sphinx) -> Path:
    place = _digest(f"{app.builder.name} {app.outdir}")
    return kept_file(app, f"written-{place}.json")


def _read(file: Path) -> Memory:
    try:
        return Memory(**read_kept(file))
    except TypeError:
        return Memory()


def setup_rebuilding(app: Sphinx) -> None:
    """Connect to the end of reading and the end of the build."""
    written = WrittenPages()
    # After the site map is drawn (400).
    app.connect("env-updated", written.pages_to_write, priority=600)
    app.connect("build-finished", written.remember)
