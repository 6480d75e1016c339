"""Once a page is read: headings where no section may be, and ids that others have."""

from __future__ import annotations

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.sphinx_ext.common.build_state import site_domain
from sphinx_sitejson.sphinx_ext.reference.api_nodes import GROUP, api_row, without_sections


class ListingPlaces(SphinxTransform):
    """Settles what a directive cannot know of the page around it."""

    # After the page has its title (400): then everything stands where it stays.
    default_priority = 420

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        if site_domain(self.env).shows_api(self.env.docname):
            turn_into_headings(self.document)
            leave_ids_to_others(self.document)


def turn_into_headings(document: nodes.document) -> None:
    """Make headings of the groups that stand in a tab, a list or a note."""
    for section in list(document.findall(nodes.section)):
        if section.get(GROUP) and not isinstance(section.parent, nodes.section | nodes.document):
            section.replace_self(list(without_sections([section], keeps_ids=True)))


def leave_ids_to_others(document: nodes.document) -> None:
    """Give up ids that a heading or a label of the page has too.

    The page may itself describe an operation under the same id; then links lead there.
    """
    rows = list(document.findall(api_row))
    own = {id(row) for row in rows}
    others = (node for node in document.findall(nodes.Element) if id(node) not in own)
    taken: set[str] = {name for node in others for name in node["ids"]}
    for row in rows:
        row["ids"] = [name for name in row["ids"] if name not in taken]
