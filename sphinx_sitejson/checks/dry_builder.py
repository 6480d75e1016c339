"""The builder of ``sitejson check``, which reads and resolves every page and writes none."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from inspect import signature
from typing import Any

from docutils import nodes
from pygments.filters import ErrorToken
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms.code import HighlightLanguageTransform
from sphinx.util.parallel import ParallelTasks, make_chunks

from sphinx_sitejson.appearance.code_styles import SiteHighlighter
from sphinx_sitejson.appearance.page_icons import check_icon
from sphinx_sitejson.components.nodes import component, inline_component
from sphinx_sitejson.components.output import check_template
from sphinx_sitejson.components.props import IconValue

UNCHECKED_LANGUAGES = frozenset({"default", "none", "text"})
"""Languages without syntax errors."""


class DryBuilder(StandaloneHTMLBuilder):
    """An HTML builder that writes no files."""

    name = "sitejson-check"
    epilog = ""
    search = False

    def init_highlighter(self) -> None:
        """Highlight code as the pages of our theme do."""
        super().init_highlighter()
        self.highlighter = SiteHighlighter(self.highlighter, self.env)

    def get_outdated_docs(self) -> Iterator[str]:
        """Check every page."""
        yield from sorted(self.env.found_docs)

    def _write_parallel(self, docnames: Sequence[str], nproc: int) -> None:
        """Resolve the pages where they are checked.

        Sphinx resolves them all in its first process, since builders may need them there.
        """
        tasks = ParallelTasks(nproc + 1)
        for chunk in make_chunks(docnames, nproc + 1):
            tasks.add_task(self._resolve_and_check, chunk)
        tasks.join()

    def _resolve_and_check(self, docnames: Sequence[str]) -> None:
        resolve: Callable[..., nodes.document] = self.env.get_and_resolve_doctree
        # Before Sphinx 9 the builder has them itself.
        options = {"tags": self.tags} if "tags" in signature(resolve).parameters else {}
        for docname in docnames:
            self.write_doc(docname, resolve(docname, self, **options))

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Check what only a written page would show: code, icons, templates of components."""

        self._check_code(doctree)
        for node in (*doctree.findall(component), *doctree.findall(inline_component)):
            check_template(self, node, docname)
            for value in node["values"].values():
                if isinstance(value, IconValue) and value.name:
                    check_icon(self.env, value.name, value.icon_type, docname)

    def _check_code(self, doctree: nodes.document) -> None:
        """Report unknown languages and code that cannot be lexed."""
        blocks = [*doctree.findall(nodes.literal_block)]
        if any("language" not in block for block in blocks):
            HighlightLanguageTransform(doctree).apply()
        for block in blocks:
            source, language = block.rawsource, block.get("language", "default")
            if block.get("force") or language in UNCHECKED_LANGUAGES or source != block.astext():
                continue
            options = self.config.highlight_options.get(language, {})
            lexer = self.highlighter.get_lexer(source, language, options, location=block)
            try:
                deque(lexer.get_tokens(source), maxlen=0)
            except ErrorToken:
                # This logs the warning of a build.
                self.highlighter.highlight_block(source, language, options, location=block)

    def handle_page(self, *arguments: Any, **options: Any) -> None:
        """Write no page."""

    # Nor what search needs, assets, indices and the files beside the pages.
    write_doc_serialized = copy_assets = gen_indices = finish = handle_page
