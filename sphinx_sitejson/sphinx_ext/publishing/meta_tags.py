"""The meta tags of a page: those of the settings, and its own, which win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.navigation.page_facts import PageMeta
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.common.templates import render
from sphinx_sitejson.sphinx_ext.navigation.site_map import is_hidden

from .preview_images import with_absolute_urls

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def add_meta_tags(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give a page its tags, under any theme."""
    if doctree is not None:
        tags = with_absolute_urls(app, meta_tags(app.env, pagename))
        context["metatags"] = context.get("metatags", "") + str(
            render("meta_tags.html.jinja", tags=tags)
        )


def meta_tags(env: BuildEnvironment, pagename: str) -> list[PageMeta]:
    """Return a page's meta tags: its own win over the site's."""
    domain = site_domain(env)
    facts = domain.facts_of(pagename)
    settings = domain.site.settings
    tags = {"description": settings.description} if settings.description else {}
    tags |= {tag.name: tag.content for tag in settings.metadata}
    if facts.description:
        tags["description"] = facts.description
        if "og:description" in tags:
            tags["og:description"] = facts.description
    tags.update({tag.name: tag.content for tag in facts.meta})
    if facts.noindex or is_hidden(env, pagename):
        tags["robots"] = "noindex"
    return [PageMeta(name=name, content=content) for name, content in tags.items()]
