"""Pages in ``.mdx`` files: front matter, then Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.warnings_ import MystWarnings

from sphinx_sitejson.mdx.front_matter import FrontMatter, read_front_matter

from .reports import report

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx


class MdxRenderer(SphinxRenderer):
    """Renders Markdown whose first-level heading stands in the front matter."""

    def create_warning(
        self, message: str, subtype: MystWarnings | str, **options: Any
    ) -> nodes.system_message | None:
        """Take headings as they come: the first level is the title, others may be left out."""
        if subtype is MystWarnings.MD_HEADING_NON_CONSECUTIVE:
            return None
        return super().create_warning(message, subtype, **options)


class MdxParser(MystParser):
    """Reads the front matter itself and leaves the rest to MyST."""

    supported = ("mdx",)  # type: ignore[misc]

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse one page."""
        env = document.settings.env
        front_matter = read_front_matter(inputstring, file=document["source"])
        report(front_matter.problems)
        env.metadata[env.docname].update(plain_metadata(front_matter))
        text = without_front_matter(inputstring, front_matter)
        if not text.strip():
            # A generated page is front matter only, and there may be thousands of them. MyST's
            # transforms run on it too, and ask for this.
            document.settings.myst_footnote_sort = False
            return
        parser = create_md_parser(env.myst_config, MdxRenderer)
        parser.options["document"] = document
        parser.render(text)


def plain_metadata(front_matter: FrontMatter) -> dict[str, str]:
    """Return the front matter as Sphinx keeps metadata: names and texts."""
    texts = {}
    for name, value in front_matter.values.items():
        if isinstance(value, str | bool):
            texts[name] = str(value)
    return texts


def without_front_matter(text: str, front_matter: FrontMatter) -> str:
    """Blank out the front matter, so that the lines below keep their numbers."""
    lines = text.split("\n")[front_matter.line_count :]
    return "\n" * front_matter.line_count + "\n".join(lines)


def setup_mdx_pages(app: Sphinx) -> None:
    """Register the file type."""
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
