"""Writes again the pages whose surroundings changed, and no others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_sitejson.sphinx_ext.domain import Door, site_domain
from sphinx_sitejson.sphinx_ext.icons.page_icons import own_icons
from sphinx_sitejson.sphinx_ext.kept_json import keep, kept_file, read_kept
from sphinx_sitejson.sphinx_ext.navigation.site_map import site_map
from sphinx_sitejson.sphinx_ext.openapi.generated_pages import SUFFIX
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents
from sphinx_sitejson.sphinx_ext.playground.files import playground_files
from sphinx_sitejson.sphinx_ext.publishing.feedback import site_feedback
from sphinx_sitejson.sphinx_ext.publishing.meta_tags import meta_tags

from .files import theme_digest

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.settings import SiteSettings


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of the pages that the last good build left in an output folder."""

    fingerprints: dict[str, str] = field(default_factory=dict)
    generated: list[str] = field(default_factory=list)


page_memory: Door[Memory] = Door(lambda env: Memory())
"""What the pages of this build are made of."""


def pages_to_write(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the pages whose fingerprint is not the one of the last good build."""
    if not isinstance(app.builder, StandaloneHTMLBuilder):
        return []
    known = _read(_memory_file(app))
    marks = fingerprints(app, env)
    page_memory.put(env, Memory(marks, sorted(site_documents(env).pages.stubs)))
    for name in set(known.generated) - env.all_docs.keys():
        remove_page(app.builder, name)
    return [name for name, mark in marks.items() if known.fingerprints.get(name) != mark]


def remember_pages(app: Sphinx, exception: Exception | None) -> None:
    """Keep the fingerprints of a build that ended well.

    After an interrupted one the pages it did not reach still differ from what is kept, and
    are written then.
    """
    memory = page_memory(app.env)
    if exception is None and memory.fingerprints:
        keep(_memory_file(app), asdict(memory))


def remove_page(builder: StandaloneHTMLBuilder, docname: str) -> None:
    """Remove what an earlier build wrote for a generated page that is no more."""
    Path(builder.get_outfilename(docname)).unlink(missing_ok=True)
    Path(builder.outdir, "_sources", f"{docname}{SUFFIX}.txt").unlink(missing_ok=True)


def fingerprints(app: Sphinx, env: BuildEnvironment) -> dict[str, str]:
    """Describe in a short text, for each page, all that surrounds its content."""
    domain = site_domain(env)
    digests = (theme_digest(env), own_icons(env).digest)
    repository = site_feedback(env).repository
    everywhere = repr((seen_on_every_page(domain.site.settings), digests, repository))
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
    return replace(settings, navigation=(), tabs=(), anchors=(), redirects=(), metadata=())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _memory_file(app: Sphinx) -> Path:
    place = _digest(f"{app.builder.name} {app.outdir}")
    return kept_file(app.env, f"written-{place}.json")


def _read(file: Path) -> Memory:
    try:
        return Memory(**read_kept(file))
    except TypeError:
        return Memory()
