"""What our theme adds to the HTML builders: speed, and the guard of page writing.

``add_builders`` derives the registered builders, so that those of other extensions are extended
too. A site is right without: it is then written by the builders as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.errors import ThemeError
from sphinx.search import IndexBuilder
from sphinx.util.index_entries import split_index_msg
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.appearance.code_styles import SiteHighlighter
from sphinx_sitejson.common.files import write_text
from sphinx_sitejson.publishing.search_writer import writes_sphinx_index
from sphinx_sitejson.site_build.other_extensions import keeps_other_theme
from sphinx_sitejson.site_build.page_failures import fallback_title, page_guard, reduce_page

TitleParts = dict[str, str]
"""What a renderer of HTML returns, by the names of docutils."""
RenderPartial = Callable[[nodes.Node | None], TitleParts]

BUILDERS = ("html", "dirhtml", "singlehtml")
COMPARE_TYPES = (
    "rediraffe",
    "redirects",
    "sphinxcontrib.redirects",
    "sphinxext.photofinish",
    "sphinxext.rediraffe",
)
"""Extensions that do nothing unless the class of the builder is exactly that of Sphinx."""


def add_builders(app: Sphinx, config: Config) -> None:
    """Extend the HTML builders of a site that uses our theme."""
    if keeps_other_theme(app, config) or not app.extensions.keys().isdisjoint(COMPARE_TYPES):
        return
    for name in BUILDERS:
        builder = app.registry.builders[name]
        members = {
            "__module__": builder.__module__,
            "__doc__": builder.__doc__,
            "handlers": app.registry.translation_handlers,
        }
        app.add_builder(type(builder.__name__, (SiteBuilder, builder), members), override=True)


class SiteBuilder(StandaloneHTMLBuilder):
    """A base class of HTML builders."""

    handlers: Mapping[str, Mapping[str, object]]
    """The visitors of extensions, by builder or format and by node."""

    def init_highlighter(self) -> None:
        """Share formatters and lexers between the code blocks of a build."""
        super().init_highlighter()
        self.highlighter = SiteHighlighter(self.highlighter, self.env)

    def prepare_writing(self, docnames: Set[str]) -> None:
        """Skip work for each page that has no effect on the output.

        Sphinx formats the full context for a debug message, and docutils searches several folders
        for its own style sheets.
        """
        super().prepare_writing(docnames)
        self.docsettings.stylesheet_path = None
        # What other builders pickle must be a plain dictionary.
        if not hasattr(self, "dump_context"):
            self.globalcontext = BriefContext(self.globalcontext)

    def load_indexer(self, docnames: Set[str]) -> None:
        """Load the search index of Sphinx; discard it if the project does without."""
        self.indexer = None
        if writes_sphinx_index(self):
            config = self.config
            language = config.html_search_language or config.language
            options, scorer = config.html_search_options, config.html_search_scorer
            self.indexer = SiteIndexBuilder(self.env, language, options, scorer)
            super().load_indexer(docnames)

    def render_partial(self, node: nodes.Node | None) -> TitleParts:
        """Render a title, or a table of contents."""
        return self._render_title(node)

    @cached_property
    def _render_title(self) -> RenderPartial:
        render = super().render_partial
        # The translator of a project may render titles in another way.
        replaced = {*self.handlers.get(self.name, ()), *self.handlers.get(self.format, ())}
        is_sphinx_translator = self.get_translator_class() is HTML5Translator
        can_cache = is_sphinx_translator and replaced.isdisjoint(_RENDERED)
        return TitleCache(render) if can_cache else render

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page; one that cannot be written is shown as plain text."""
        try:
            super().write_doc(docname, doctree)
        except Exception as error:
            # Sphinx stops when a template fails.
            cause = error.__cause__ if isinstance(error, ThemeError) else None
            failure = cause if isinstance(cause, Exception) else error
            page_guard(self.env).report(docname, "written", failure, "it is shown as plain text")
            reduce_page(doctree, fallback_title(self.env, docname))
            if cause is None:
                super().write_doc(docname, doctree)
            else:
                self._write_bare_page(docname, doctree)

    def _write_bare_page(self, docname: str, doctree: nodes.document) -> None:
        """Write a page that the templates of the theme cannot show."""
        blocks = [escape(node.astext()) for node in doctree.findall(nodes.TextElement)]
        lines = [
            "<!doctype html>",
            f'<html lang="{escape(self.config.language or "en")}"><head><meta charset="utf-8">',
            f"<title>{blocks[0]}</title></head><body>",
            f"<h1>{blocks[0]}</h1>",
            *(f"<p>{block}</p>" for block in blocks[1:]),
            "</body></html>\n",
        ]
        write_text(Path(self.get_outfilename(docname)), "\n".join(lines), below=self.outdir)


class SiteIndexBuilder(IndexBuilder):
    """The search index of Sphinx, with the index entries of pages that were not written again."""

    def __init__(self, env: BuildEnvironment, *options: Any) -> None:
        super().__init__(env, *options)
        self._domain = env.domains["index"]

    def freeze(self) -> dict[str, Any]:
        """Return the index for the file."""
        index = super().freeze()
        entries: dict[str, list[tuple[int, str, bool]]] = index["indexentries"]
        pages = {number for found in entries.values() for number, _id, _is_main in found}
        for number, docname in enumerate(index["docnames"]):
            if number not in pages:
                for term, target, main in sorted(set(_index_entries(self._domain, docname))):
                    entries.setdefault(term.lower(), []).append((number, target, main == "main"))
        for found in entries.values():
            found.sort(key=lambda entry: entry[0])
        return index


def _index_entries(domain: Domain, docname: str) -> Iterator[tuple[str, str, str]]:
    """Yield the index entries of a page: term, target and main flag."""
    for kind, value, target, main, _key in domain.data["entries"].get(docname, ()):
        try:
            terms = split_index_msg(kind, value)
        except ValueError:
            continue
        yield from ((term, target or "", main) for term in terms)


class BriefContext(dict[str, Any]):
    """The context of a template, with a short ``repr``."""

    def copy(self) -> BriefContext:
        """Return a copy of the same class."""
        return BriefContext(self)

    def __repr__(self) -> str:
        return f"<{len(self)} values for a template>"


_CONTENTS = (nodes.bullet_list, nodes.list_item, addnodes.compact_paragraph, nodes.reference)
_RENDERED = frozenset({"title", "Text", *(kind.__name__ for kind in _CONTENTS)})
"""The names of the nodes that are rendered here."""
_LINK_ATTRIBUTES = frozenset({"internal", "anchorname", "refuri"})
_ENCODED = frozenset('&<>"@')
"""The characters that a translator replaces."""
MAX_PATTERNS = 500


class TitleCache:
    """Renders titles; those that are plain text are cached, others may depend on their page.

    Sphinx renders each title for a page, its neighbors, and every page below it. Rendering one
    takes a document, a translator and a dozen steps, so the text of a rendered sample is replaced.
    A second title confirms that only the text differs. A table of contents begins with the title
    of the page; those of generated pages have the same sections.
    """

    SAMPLE = "sitejsonsampletitle"

    def __init__(self, render: RenderPartial) -> None:
        self._render = render
        self._titles: dict[str, TitleParts] = {}
        self._contents: dict[tuple[object, ...], TitleParts] = {}

    def __call__(self, node: nodes.Node | None) -> TitleParts:
        """Return a rendered title, or a table of contents."""
        if isinstance(node, nodes.bullet_list):
            return self._fill_contents(node) or self._render(node)
        # Other titles have markup or attributes.
        if (
            not isinstance(node, nodes.title)
            or any(node.attributes.values())
            or not all(isinstance(child, nodes.Text) for child in node.children)
        ):
            return self._render(node)
        text = node.astext()
        if text not in self._titles:
            is_simple = self._is_simple(text)
            # Sphinx before 9 reuses one dictionary.
            found = self._fill(self._sample, text) if is_simple else self._render(node).copy()
            self._titles[text] = found
        return self._titles[text].copy()

    def _fill_contents(self, contents: nodes.bullet_list) -> TitleParts | None:
        """Return a table of contents from one with the same sections; None if it cannot be."""
        title = contents.next_node(nodes.reference)
        if title is None or not self._is_simple(text := title.astext()):
            return None
        shape: list[object] = []
        if not _describe(contents, title, shape):
            return None
        key = tuple(shape)
        known = self._contents
        if key not in known:
            if len(known) == MAX_PATTERNS:
                known.clear()
            # Sphinx has made this one for the page.
            title.children = [nodes.Text(self.SAMPLE)]
            known[key] = self._render(contents).copy()
        return self._fill(known[key], text)

    def _is_simple(self, text: str) -> bool:
        is_plain = text == " ".join(text.split()) and _ENCODED.isdisjoint(text)
        return is_plain and bool(text) and self._is_reliable

    def _fill(self, parts: TitleParts, text: str) -> TitleParts:
        return {name: part.replace(self.SAMPLE, text) for name, part in parts.items()}

    @cached_property
    def _sample(self) -> TitleParts:
        return self._render(nodes.title("", self.SAMPLE)).copy()

    @cached_property
    def _is_reliable(self) -> bool:
        text = "One more Title: 2 - 'three' (4/5)"
        return self._fill(self._sample, text) == self._render(nodes.title("", text))


def _describe(
    node: nodes.Node, title: nodes.reference, shape: list[object], depth: int = 0
) -> bool:
    """Describe a table of contents without its title; return whether there is nothing else."""
    shape += (depth, type(node))
    if isinstance(node, nodes.reference):
        shape += (node.get("refuri"), "" if node is title else node.astext())
        others = (value for name, value in node.attributes.items() if name not in _LINK_ATTRIBUTES)
        return not any(others) and all(isinstance(child, nodes.Text) for child in node.children)
    if not isinstance(node, _CONTENTS) or any(node.attributes.values()):
        return False
    return all(_describe(child, title, shape, depth + 1) for child in node.children)
