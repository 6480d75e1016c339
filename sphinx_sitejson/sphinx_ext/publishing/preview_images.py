"""Pictures for previews that the author names: files of the project, published with the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from sphinx_sitejson.publishing.site_urls import absolute_url
from sphinx_sitejson.settings.project_files import find_project_file, is_remote
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.output.published_files import makes_web_pages, publish_copy
from sphinx_sitejson.sphinx_ext.common.output.settings_files import FILES_FOLDER
from sphinx_sitejson.sphinx_ext.common.output.site_url import base_url

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_sitejson.navigation.page_facts import PageMeta


PICTURE_TAGS = frozenset({"og:image", "og:image:url", "og:image:secure_url", "twitter:image"})


def with_absolute_urls(app: Sphinx, tags: Iterable[PageMeta]) -> list[PageMeta]:
    """Return the tags with absolute URLs for images of the project."""
    return [
        replace(tag, content=image_url(app, tag.content)) if tag.name in PICTURE_TAGS else tag
        for tag in tags
    ]


def image_url(app: Sphinx, reference: str) -> str:
    """Return the URL of an image; one that is not in the project is unchanged."""
    uri, base = picture_uri(app, reference), base_url(app.config)
    return absolute_url(base, uri) if uri and base else reference


def picture_uri(app: Sphinx, reference: str) -> str:
    """Return where a picture of the project stands in the built site, or nothing."""
    root = site_of(app.env).root
    found = None if is_remote(reference) else find_project_file(root, reference)
    if found is None:
        return ""
    return quote(f"{FILES_FOLDER}/{found.relative_to(root.resolve()).as_posix()}")


def named_pictures(app: Sphinx) -> Iterator[str]:
    """Yield the pictures that the settings and the pages name."""
    domain = site_domain(app.env)
    for tag in domain.site.settings.metadata:
        if tag.name in PICTURE_TAGS:
            yield tag.content
    for facts in domain.facts.values():
        yield from (tag.content for tag in facts.meta if tag.name in PICTURE_TAGS)


def copy_pictures(app: Sphinx, exception: Exception | None) -> None:
    """Copy the pictures into the built site."""
    if exception is not None or not makes_web_pages(app.builder):
        return
    root = site_of(app.env).root
    for reference in sorted(set(named_pictures(app))):
        found, uri = find_project_file(root, reference), picture_uri(app, reference)
        if found is not None and uri:
            publish_copy(app, found, unquote(uri))
