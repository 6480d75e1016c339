"""Rewrite the pages whose navigation, settings or theme changed, and no others."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.appearance.page_icons import project_icons
from sphinx_sitejson.appearance.utility_styles import utility_styles
from sphinx_sitejson.common.files import find_temporary_files, remove, remove_below
from sphinx_sitejson.navigation.toctrees import related_pages, site_map
from sphinx_sitejson.publishing.feedback import site_feedback
from sphinx_sitejson.publishing.link_targets import linked_titles
from sphinx_sitejson.publishing.meta_tags import card_uri, meta_tags
from sphinx_sitejson.publishing.page_dates import last_updated
from sphinx_sitejson.publishing.page_tags import tag_pages
from sphinx_sitejson.reference.playground_files import playground_files
from sphinx_sitejson.site_build.build_state import BuildState, has_tags, site_domain
from sphinx_sitejson.site_build.output_files import (
    extra_files,
    output_cache_file,
    read_cache,
    write_cache,
)

from .files import theme_digest

LAST_TAG = b"</html>"
_SOURCE_CODE = "_modules"


@dataclass(frozen=True)
class BuildRecord:
    """The state of an output folder after its last successful build."""

    fingerprints: dict[str, str] = field(default_factory=dict)
    """Empty during a build, and after one that was interrupted."""
    files: list[str] = field(default_factory=list)
    """The files of pages, relative to the folder."""
    indices: list[str] = field(default_factory=list)
    """The domain indices, which are written only if they have entries."""
    source_code: str = ""
    """The digest of everything around the content of the pages of ``sphinx.ext.viewcode``."""


build_record: BuildState[BuildRecord] = BuildState(lambda env: BuildRecord())
"""The state of the current build."""


def pages_to_write(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the pages whose fingerprint differs from that of the last successful build."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return []
    record_file, folder = output_cache_file(app, "written"), Path(app.outdir)
    last_record = BuildRecord()
    # An older release may have stored others.
    with suppress(TypeError):
        last_record = BuildRecord(**read_cache(record_file, dict))
    files = sorted(expected_files(builder))
    if not last_record.fingerprints:
        for left in find_temporary_files(folder):
            remove(left)
    outdated = set(last_record.files) - {*files, *extra_files(env)}
    for path in outdated:
        remove_below(folder / path, folder)
    source_code = _digest(_common_state(env) + repr(site_map(env).page(_SOURCE_CODE)))
    if source_code != last_record.source_code and "sphinx.ext.viewcode" in app.extensions:
        # ``sphinx.ext.viewcode`` keeps the pages that are newer than their module.
        for page in list((folder / _SOURCE_CODE).rglob("*.html")):
            remove_below(page, folder)
    record = BuildRecord(fingerprints(app, env), files, last_record.indices, source_code)
    build_record.set(env, record)
    write_cache(record_file, asdict(replace(record, fingerprints={})))
    known = last_record.fingerprints
    changed = [name for name, mark in record.fingerprints.items() if known.get(name) != mark]
    # Sphinx before 8.2 writes nothing, not even indices, without a page to write.
    return changed or ([env.config.root_doc] if outdated else [])


def store_page_digests(app: Sphinx, exception: Exception | None) -> None:
    """Store the fingerprints of a successful build.

    After an interrupted build every page is written again, since some may be incomplete.
    """
    builder, record = app.builder, build_record(app.env)
    if exception is not None or not record.fingerprints:
        return
    assert isinstance(builder, StandaloneHTMLBuilder)
    require_complete_pages(app, builder)
    # Older versions of Sphinx do not collect indices if no page has to be written.
    domain_indices = getattr(builder, "domain_indices", None)
    indices = record.indices
    if domain_indices is not None:
        indices = [output_path(builder, entry[0]) for entry in domain_indices]
    outdated = set(record.indices) - {*indices, *record.files}
    for path in outdated:
        remove_below(Path(app.outdir, path), Path(app.outdir))
    write_cache(output_cache_file(app, "written"), asdict(replace(record, indices=indices)))


def expected_files(builder: StandaloneHTMLBuilder) -> Iterator[str]:
    """Yield the output files of all pages: HTML, sources, images and downloads."""
    env = builder.env
    is_one_page = isinstance(builder, SingleFileHTMLBuilder)
    for docname in [env.config.root_doc] if is_one_page else env.all_docs:
        yield output_path(builder, docname)
        if builder.copysource:
            yield f"_sources/{source_name(builder, docname)}"
    yield from (f"{builder.imagedir}/{name}" for _, name in env.images.values())
    yield from (f"_downloads/{name}" for _, name in env.dlfiles.values())


def output_path(builder: StandaloneHTMLBuilder, pagename: str) -> str:
    """Return the output file of a page, relative to the output folder."""
    path = str(builder.get_outfilename(pagename)).removeprefix(str(builder.outdir))
    return path.replace(os.sep, "/").lstrip("/")


def source_name(builder: StandaloneHTMLBuilder, docname: str) -> str:
    """Return the name of Sphinx's copy of a page's source."""
    name = builder.env.doc2path(docname, False).as_posix()
    ending = builder.config.html_sourcelink_suffix
    return name if name.removeprefix(docname) == ending else f"{name}{ending}"


def require_complete_pages(app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
    """Stop if a page is truncated: Sphinx only warns when a disk is full, and continues."""
    if hasattr(builder, "dump_context"):
        return
    paths = sorted({output_path(builder, name) for name in app.env.all_docs})
    ends = {path: _file_end(Path(f"{app.outdir}/{path}")) for path in paths}
    result = {path: end for path, end in ends.items() if end is not None}
    broken = [path for path, end in result.items() if LAST_TAG not in end]
    # A theme may omit the last tag from all of its pages.
    if broken and (len(broken) < len(result) or b"" in result.values()):
        names = ", ".join(broken[:3]) + (" and others" if len(broken) > 3 else "")
        raise SystemExit(f"The build stops: these pages could not be written completely: {names}.")


def _file_end(page: Path) -> bytes | None:
    """Return the end of a page; None if the file does not exist."""
    try:
        with page.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(file.tell() - 200, 0))
            return file.read().lower()
    except OSError:
        return None


def fingerprints(app: Sphinx, env: BuildEnvironment) -> dict[str, str]:
    """Return a digest of everything around the content, for each page."""
    domain, everywhere = site_domain(env), _common_state(env)
    tags_around = tag_pages(env).state if has_tags(env) else str
    utilities = _digest(utility_styles(env)) if domain.utilities else ""
    shared: dict[int, str] = {}
    digests_by_page = {}
    for docname in sorted(env.all_docs):
        navigation = site_map(env).page(docname)
        # Many pages share the groups: computing their digest once keeps the cost linear.
        key = id(navigation.groups)
        if key not in shared:
            shared[key] = _digest(repr(navigation.groups))
        navigation_text = repr(replace(navigation, groups=()))
        navigation_text += playground_files(env).digest if docname in domain.bound else ""
        navigation_text += utilities if docname in domain.utilities else ""
        around = (
            *(meta_tags(env, docname), card_uri(app, docname), related_pages(env, docname)),
            *(last_updated(env, docname), tags_around(docname), linked_titles(env, docname)),
        )
        text = everywhere + shared[key] + navigation_text + repr(around)
        digests_by_page[docname] = _digest(text)
    return digests_by_page


def _common_state(env: BuildEnvironment) -> str:
    """Return the state that all pages depend on."""
    digests = (theme_digest(env), project_icons(env).digest)
    repository = site_feedback(env).repository
    # Sphinx assigns section numbers later; they follow from the order of the pages.
    numbered = sorted(env.numbered_toctrees)
    settings = site_domain(env).site.settings
    # Without those that do not affect every page in the same way.
    shared = replace(
        settings, navigation=(), outline=None, tabs=(), anchors=(), redirects=(), metadata=()
    )
    return repr((shared, digests, repository, numbered))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
