"""Whether a document tree is one that docutils and the writers of Sphinx allow."""

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.reference.nodes import api_block, api_fold, api_row

HAS_RULES = hasattr(nodes.Element, "content_model")
"""Whether docutils has its rules as data, which it does since 0.22."""

OWN_PACKAGES = ("docutils.nodes", "sphinx_sitejson.")
"""Whose nodes say what may stand in them. Most nodes of Sphinx and of other extensions do not:
to docutils they would all have to be empty. Where they stand is checked as for all others."""

ALLOWED_ANYWHERE = (
    # The navigation is no part of the text, and is never written where it stands. For books Sphinx
    # puts pages in its place.
    addnodes.toctree,
    addnodes.start_of_file,
    nodes.document,
    # Every writer draws rules wherever they stand; only reStructuredText needs text around them.
    nodes.transition,
    # MyST collects them after the sections of the page.
    nodes.footnote,
)
CATEGORIES = tuple(
    getattr(nodes, name)
    for name in ("Body", "Inline", "Part", "Structural", "SubStructural")
    if hasattr(nodes, name)
)
"""What says where a node may stand; some of Sphinx and of other extensions have none of them."""

UNCHECKED_ATTRIBUTES = frozenset({"ids", "names", "dupnames", "classes", "backrefs", "refid"})
"""docutils allows these only in the spelling of its own identifiers. HTML allows more, and anchors
of headings as well as classes of authors make use of it."""


def broken_rules(document: nodes.document, *, is_resolved: bool = False) -> Iterator[str]:
    """Name each node of a tree that breaks a rule.

    :param is_resolved: whether the tree is the one that a builder writes.
    """
    for node in document.findall(nodes.Element):
        yield from (f"{path_of(node)}: {problem}" for problem in _problems(node, is_resolved))


def _problems(node: nodes.Element, is_resolved: bool) -> Iterator[str]:
    is_link_alone = isinstance(node, nodes.reference) and not isinstance(
        node.parent, nodes.TextElement
    )
    # docutils counts links as blocks, too; the HTML writer of Sphinx ends the build.
    if is_link_alone and [type(child) for child in node.children] != [nodes.image]:
        yield "a link that is neither among words nor around one picture"
    if not all(each and each.split() == [each] for each in node["ids"]):
        yield f"ids that no link can name: {node['ids']}"
    if HAS_RULES:
        yield from _problems_of_content(node, is_resolved)
        yield from _problems_of_attributes(node)


def _problems_of_content(node: nodes.Element, is_resolved: bool) -> Iterator[str]:
    if not f"{type(node).__module__}.".startswith(OWN_PACKAGES):
        return
    children = node.children
    if isinstance(node, nodes.definition) and not children:
        # A field of an API without any description; every writer knows a term alone.
        return
    if isinstance(node, nodes.container) and node.get("literal_block"):
        # Sphinx puts the caption of a block of code before it.
        children = [child for child in children if not isinstance(child, nodes.caption)]
    children = [child for child in children if _has_known_place(child)]
    if node.children and not children:
        return
    if is_resolved or any(isinstance(child, api_block | api_fold | api_row) for child in children):
        # What is shown of an API has sections, and the text of the page follows them; resolved
        # trees have no other sign of it. For books Sphinx puts pages in place of the navigation.
        children.sort(key=lambda child: isinstance(child, nodes.section))
    try:
        left = node.validate_content(elements=children)
    except nodes.ValidationError as error:
        yield str(error)
        return
    if left:
        yield f"{short(left[0])} may not stand here"


def _has_known_place(node: nodes.Node) -> bool:
    if isinstance(node, ALLOWED_ANYWHERE):
        return False
    return isinstance(node, (nodes.Text, *CATEGORIES))


def _problems_of_attributes(node: nodes.Element) -> Iterator[str]:
    """Name wrong values of the attributes that docutils knows; others belong to Sphinx."""
    for name in {*node.valid_attributes} - UNCHECKED_ATTRIBUTES:
        check = nodes.ATTRIBUTE_VALIDATORS.get(name)
        if check is None or name not in node.attributes:
            continue
        try:
            check(node[name])
        except (ValueError, TypeError, KeyError) as error:
            yield f"{name}={node[name]!r}: {error}"


def path_of(node: nodes.Node) -> str:
    """Return the names of the nodes around a node, and how it is shown."""
    names = []
    above = node.parent
    while above is not None:
        names.append(str(above.get("component") or above.get("tag") or above.tagname))
        above = above.parent
    return f"{'/'.join(reversed(names))}/{short(node)}"


def short(node: nodes.Node) -> str:
    """Return the first characters of a node."""
    shown = " ".join(str(node).split())
    return f"{shown[:150]}…" if len(shown) > 150 else shown
