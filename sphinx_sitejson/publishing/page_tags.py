"""The tags of pages, and the page that lists them.

A page with ``<TagIndex />`` turns tags on: it lists the pages of each tag, and all pages link
their tags to it. Other sites may have ``tags`` for another extension.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.common.characters import hyphenated_slug
from sphinx_sitejson.navigation.page_titles import add_content
from sphinx_sitejson.navigation.toctrees import is_hidden, site_map
from sphinx_sitejson.site_build.build_state import BuildState, has_tags, site_domain, site_of
from sphinx_sitejson.site_build.labels import _

TAG_INDEX = "tag_index"
"""The name of the component, and the attribute of the node that the list replaces."""

_MODES_WITHOUT_TAGS = ("landing", "custom", "frame")


class Tag(NamedTuple):
    """A tag with its pages."""

    name: str
    anchor: str
    pages: dict[str, None]
    """The names of its pages, in reading order."""


class TagPages:
    """The pages that list tags, and the tags that each of them lists."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        domain = site_domain(env)
        pages = site_map(env).in_order(env.all_docs)
        self.indexes = [name for name in pages if TAG_INDEX in domain.components.get(name, ())]
        """The pages that list tags."""
        self._pages = [
            name for name in pages if domain.facts_of(name).tags and not is_hidden(env, name)
        ]
        self.tags = cache(self._find_tags)
        """Returns the tags of an index, in alphabetical order."""

    def index_for(self, docname: str) -> str:
        """Return the page that lists the tags of a page: that of its language and version."""
        fitting = [name for name in self.indexes if self._scope(name) == self._scope(docname)]
        return (*fitting, *self.indexes, "")[0]

    def _scope(self, docname: str) -> tuple[str, str]:
        navigation = site_map(self._env).page(docname)
        return str(navigation.language or ""), str(navigation.version or "")

    def _find_tags(self, index: str) -> list[Tag]:
        tags: dict[str, Tag] = {}
        for docname in self._pages:
            if self.index_for(docname) == index:
                for name in site_domain(self._env).facts_of(docname).tags:
                    anchor = tag_anchor(name)
                    tags.setdefault(anchor, Tag(name, anchor, {})).pages[docname] = None
        return sorted(tags.values(), key=lambda tag: tag.name.casefold())

    def page_tags(self, docname: str) -> tuple[str, tuple[str, ...]]:
        """Return the index of a page and the names of the tags that it shows."""
        facts = site_domain(self._env).facts_of(docname)
        index = self.index_for(docname) if facts.tags else ""
        is_shown = index and docname in self._pages and facts.mode not in _MODES_WITHOUT_TAGS
        return (index, facts.tags) if is_shown else ("", ())

    def state(self, docname: str) -> object:
        """Return what a page shows of tags, to find out whether it has changed."""
        if docname not in self.indexes:
            return self.page_tags(docname)
        labels = site_map(self._env).labels
        facts = site_domain(self._env).facts_of
        tags = self.tags(docname)
        names = {name for tag in tags for name in tag.pages}
        return tags, sorted((labels.title(name), facts(name).description) for name in names)


tag_pages: BuildState[TagPages] = BuildState(TagPages)


def tag_anchor(name: str) -> str:
    """Return the anchor of a tag: ``Lamp oil`` gives ``tag-lamp-oil``."""
    return f"tag-{hyphenated_slug(name) or 'other'}"


def outdated_tag_indexes(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return the pages that list tags, unless the theme knows which of them have changed."""
    return () if app.builder.format == "html" or not has_tags(env) else tag_pages(env).indexes


class TagTransform(SphinxPostTransform):
    """Adds the tags of a page below its title, and the list of all tags to its page."""

    # Before components become plain nodes (5), which may be moved.
    default_priority = 4

    def run(self, **kwargs: Any) -> None:
        """Handle one document, or all of them in one."""
        env = self.env
        if not has_tags(env):
            return
        pages, builder = tag_pages(env), site_of(env).builder
        for placeholder in list(self.document.findall(nodes.container)):
            if index := placeholder.get(TAG_INDEX):
                placeholder.replace_self([*tag_list(pages.tags(index), index, env)])
        # A document with all pages has no page of its own for tags to lead from.
        if builder.format in ("html", "text") and builder.name not in ("singlehtml", "epub"):
            index, names = pages.page_tags(env.docname)
            if names:
                add_content(self.document, [tag_line(names, env.docname, index, builder)])


def tag_line(names: Iterable[str], docname: str, index: str, builder: Builder) -> nodes.paragraph:
    """Return a paragraph with links to tags."""
    is_html = builder.format == "html"
    between = " " if is_html else ", "
    label = f"{_('Tags')}:"
    line = nodes.paragraph("", "", classes=["sj-tags"])
    line += nodes.inline(label, label, classes=["sj-visually-hidden"])
    for number, name in enumerate(names):
        line += nodes.Text(between if number else " ")
        uri = builder.get_relative_uri(docname, index) if docname != index else ""
        # Other formats replace links by their text, which has no classes.
        line += _link(name, f"{uri}#{tag_anchor(name)}", classes=["sj-tag"] if is_html else [])
    return line


def _link(text: str, uri: str, **attributes: Any) -> nodes.reference:
    if uri.startswith("#"):
        attributes["refid"] = uri[1:]
    else:
        attributes["refuri"] = uri
    return nodes.reference(text, text, internal=True, **attributes)


def tag_list(tags: Sequence[Tag], index: str, env: BuildEnvironment) -> Iterator[nodes.Node]:
    """Yield a line of all tags, and the pages of each tag below its name."""
    builder = site_of(env).builder
    labels = site_map(env).labels
    if len(tags) > 1:
        yield tag_line([tag.name for tag in tags], index, index, builder)
    for tag in tags:
        heading = nodes.rubric(tag.name, tag.name, ids=[tag.anchor], mdx_heading=2)
        heading["heading-level"] = 2
        if builder.format == "latex":
            # Sphinx writes no label for a rubric.
            heading["ids"] = []
            yield nodes.target("", "", ids=[tag.anchor])
        yield heading
        entries = nodes.bullet_list()
        for docname in tag.pages:
            link = _link(labels.title(docname), builder.get_relative_uri(index, docname))
            text = nodes.paragraph("", "", link)
            if description := site_domain(env).facts_of(docname).description:
                text += nodes.Text(f": {description}")
            entries += nodes.list_item("", text)
        yield entries
