"""The layout of described objects under our theme: signatures, parameters, results, errors.

Sphinx writes the fields of a docstring as one line each, ``name (type) – text``, and leaves the
types to the signature if the docstring has none. Here each becomes a row, as the fields of an API
are: name, type and default value, with the text below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _ as translate
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docfields import Field, GroupedField
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.labels import _
from sphinx_sitejson.site_build.nodes import Nodes, find_nodes
from sphinx_sitejson.site_build.other_extensions import has_our_theme

LINE_LENGTH = 76
"""The number of characters beside which the link to the source fits in a line."""
INDENTATION = 3
"""The number of characters by which the members of an object are indented."""
LENGTH_VALUES = {
    "py": "python_maximum_signature_line_length",
    "c": "c_maximum_signature_line_length",
    "cpp": "cpp_maximum_signature_line_length",
    "js": "javascript_maximum_signature_line_length",
}
ATTRIBUTES = frozenset({"attribute", "data", "property"})
TYPE_FIELD = "Type"
"""The field in which ``sphinx.ext.napoleon`` puts the type of an attribute."""
RESULT, RESULT_TYPE = "returnvalue", "returntype"
_DASHES = ("--", "–")
_LISTS = (addnodes.desc_parameterlist, addnodes.desc_type_parameter_list)
_LIST_TAG = re.compile(r"^<dl\b")


class LayOutObjects(SphinxPostTransform):
    """Lay out signatures and docstring fields for the pages of our theme."""

    # After references are resolved, because types of signatures are copied.
    default_priority = 300

    def is_supported(self) -> bool:
        """Whether our theme may show described objects, or a table that autosummary wrote."""
        shown = find_nodes(self.document, (addnodes.desc, nodes.table))
        return has_our_theme(site_of(self.env).builder) and any(True for _ in shown)

    def run(self, **kwargs: Any) -> None:
        """Lay out the objects of the page."""
        _let_summaries_break(self.document)
        for described in [*find_nodes(self.document, addnodes.desc)]:
            signatures = _children(described, addnodes.desc_signature)
            self._break_signatures(described, signatures)
            is_python = described.get("domain") == "py"
            for content in _children(described, addnodes.desc_content):
                _mark_bases(content)
                fields = self._field_types(described)
                for listed in _children(content, nodes.field_list):
                    if is_python and described.get("objtype") in ATTRIBUTES:
                        _move_type(listed, signatures)
                    _FieldRows(fields, signatures if is_python else ()).lay_out(listed)

    def _break_signatures(
        self, described: addnodes.desc, signatures: Sequence[addnodes.desc_signature]
    ) -> None:
        """Put each parameter of a long signature on a line, unless ``conf.py`` has a length."""
        names = (
            LENGTH_VALUES.get(described.get("domain", ""), ""),
            "maximum_signature_line_length",
        )
        if any(getattr(self.config, name, None) is not None for name in names if name):
            return
        length = LINE_LENGTH - INDENTATION * _depth(described)
        for signature in signatures:
            for line in _children(signature, addnodes.desc_signature_line) or [signature]:
                if len(line.astext()) > length:
                    for parameters in _children(line, *_LISTS):
                        parameters["multi_line_parameter_list"] = len(parameters.children) > 0

    def _field_types(self, described: addnodes.desc) -> dict[str, Field]:
        """Return the fields that docstrings of an object may have, by their labels."""
        domain = self.env.domains.get(described.get("domain", ""))
        directive = domain.directives.get(described.get("objtype", "")) if domain else None
        types: Sequence[Field] = getattr(directive, "doc_field_types", ())
        return {str(field.label): field for field in types}


def _children(node: nodes.Element, *kinds: type[nodes.Element]) -> list[Any]:
    return [child for child in node.children if isinstance(child, kinds)]


def visit_parameters(self: HTML5Translator, node: nodes.Element) -> None:
    """Write the parameters of a signature.

    Sphinx writes lines of parameters as definitions without terms, which is no valid list for
    screen readers: with our theme, they are only text.
    """
    start = len(self.body)
    getattr(type(self), f"visit_{type(node).__name__}")(self, node)
    if has_our_theme(self.builder):
        self.body[start:] = [_LIST_TAG.sub('<dl role="none"', part) for part in self.body[start:]]


class _FieldRows:
    """Converts the fields of one docstring."""

    def __init__(
        self, types: dict[str, Field], signatures: Sequence[addnodes.desc_signature]
    ) -> None:
        self._types = types
        self._parameters: dict[str, list[addnodes.desc_parameter]] = {}
        for signature in signatures:
            for parameter in signature.findall(addnodes.desc_parameter):
                name = [*_children(parameter, addnodes.desc_sig_name), parameter][0].astext()
                self._parameters.setdefault(name, []).append(parameter)
        # Each of several signatures may have another result.
        returns = [found for one in signatures for found in one.findall(addnodes.desc_returns)]
        self._returns = returns[0] if len(signatures) == 1 and returns else None

    def lay_out(self, listed: nodes.field_list) -> None:
        """Convert the fields of a list, in place."""
        results: dict[str, nodes.field] = {}
        for field in _children(listed, nodes.field):
            known = self._types.get(field[0].astext())
            if isinstance(known, GroupedField):
                self._convert_group(field)
            elif known is not None and known.name in (RESULT, RESULT_TYPE):
                results[known.name] = field
        self._convert_results(results)

    def _convert_group(self, field: nodes.field) -> None:
        body = field[1]
        assert isinstance(body, nodes.field_body)
        first = body.children[0] if len(body.children) == 1 else None
        if isinstance(first, nodes.bullet_list):
            entries = [list(item.children) for item in first.children]
        else:
            entries = [list(body.children)]
        rows = [row for entry in entries if (row := self._row(entry))]
        if rows and len(rows) == len(entries):
            body[:] = [nodes.definition_list("", *rows)]

    def _row(self, entry: Nodes) -> nodes.definition_list_item | None:
        """Return the row of a paragraph such as ``name (type) – text`` and the blocks after it."""
        if not entry or not isinstance(entry[0], nodes.paragraph):
            return None
        names, kind, text = _split(entry[0].children)
        inner = (part for node in names for part in node.findall())
        if not any(isinstance(part, addnodes.literal_strong | nodes.literal) for part in inner):
            return None
        name = "".join(node.astext() for node in names).lstrip("*")
        found = self._parameters.get(name, [])
        # Overloads show in their signatures what they do not have in common.
        parameter = found[0] if len({one.astext() for one in found}) == 1 else None
        parts = _children(parameter, nodes.inline) if parameter is not None else []
        if not kind:
            signature_names = [part for part in parts if isinstance(part, addnodes.desc_sig_name)]
            kind = [part.deepcopy() for part in signature_names[1:2]]
        term = nodes.term("", "", *names, *_type(kind))
        defaults = [part for part in parts if "default_value" in part["classes"]]
        for part in defaults[:1]:
            value = nodes.literal(text=part.astext())
            label = nodes.Text(f"{_('Default')} ")
            term += [nodes.Text(" "), nodes.inline("", "", label, value, classes=["sj-default"])]
        return _definition(term, [*_blocks(text), *entry[1:]])

    def _convert_results(self, results: dict[str, nodes.field]) -> None:
        """Put the type of a result and its description into one row."""
        described, typed = results.get(RESULT), results.get(RESULT_TYPE)
        kind: Nodes = []
        if typed is not None:
            paragraph = typed[1].next_node(nodes.paragraph)
            kind = list(paragraph.children) if paragraph is not None else []
        elif described is not None and self._returns is not None:
            kind = [node.deepcopy() for node in self._returns.children]
        content = described if described is not None else typed
        if content is None or not kind:
            return
        body = content[1]
        assert isinstance(body, nodes.field_body)
        texts = list(body.children) if content is described else []
        body[:] = [
            nodes.definition_list("", _definition(nodes.term("", "", *_type(kind)[1:]), texts))
        ]
        if described is not None and typed is not None:
            typed.parent.remove(typed)


def _split(children: Nodes) -> tuple[Nodes, Nodes, Nodes]:
    """Split ``name (type) – text`` at the texts that Sphinx puts between the parts."""
    names: Nodes = []
    kind: Nodes = []
    part = names
    for position, node in enumerate(children):
        text = str(node).strip() if isinstance(node, nodes.Text) else ""
        if text in _DASHES:
            return names, kind, list(children[position + 1 :])
        if part is names and text == "(":
            part = kind
        elif part is kind and text == ")":
            part = []
        else:
            part.append(node)
    return names, kind, []


def _definition(term: nodes.term, content: Nodes) -> nodes.definition_list_item:
    return nodes.definition_list_item("", term, nodes.definition("", *content))


def _type(kind: Nodes) -> Nodes:
    if not kind:
        return []
    return [nodes.Text(" "), nodes.inline("", "", *kind, classes=["classifier", "sj-type"])]


def _blocks(content: Nodes) -> Iterator[nodes.Node]:
    """Yield the description as blocks; Sphinx leaves several paragraphs inside of a paragraph."""
    line: Nodes = []
    for node in content:
        if isinstance(node, nodes.Text | nodes.Inline):
            line.append(node)
        else:
            if line:
                yield nodes.paragraph("", "", *line)
            line = []
            yield node
    if line:
        yield nodes.paragraph("", "", *line)


def _depth(described: nodes.Element) -> int:
    """Return the number of objects that an object is a member of."""
    depth, above = 0, described.parent
    while above is not None:
        depth += isinstance(above, addnodes.desc)
        above = above.parent
    return depth


def _let_summaries_break(document: nodes.document) -> None:
    """Enclose the parameters in tables of autosummary, which keeps plain text there on one line."""
    for table in find_nodes(document, nodes.table):
        # Before Sphinx 8.2, both of its classes are one word with a space.
        if "autosummary" in " ".join(table["classes"]).split():
            for row in table.findall(nodes.row):
                for paragraph in row[0].findall(nodes.paragraph):
                    paragraph[:] = [
                        nodes.inline("", "", child) if isinstance(child, nodes.Text) else child
                        for child in paragraph.children
                    ]


def _mark_bases(content: addnodes.desc_content) -> None:
    """Mark the line in which autodoc names the base classes."""
    first = content.children[0] if content.children else None
    if isinstance(first, nodes.paragraph):
        label = translate("Bases: %s").partition("%s")[0]
        if label and first.astext().startswith(label):
            first["classes"].append("sj-bases")


def _move_type(listed: nodes.field_list, signatures: Sequence[addnodes.desc_signature]) -> None:
    """Move the type of an attribute from the only field of its docstring to the signature."""
    # Other extensions may have taken all fields of the list.
    if not len(listed.children) == len(signatures) == 1:
        return
    field = listed.children[0]
    if not isinstance(field, nodes.field):
        return
    paragraph = field[1].next_node(nodes.paragraph)
    name = signatures[0].next_node(addnodes.desc_name)
    is_typed = any(True for _ in signatures[0].findall(addnodes.desc_annotation))
    if paragraph is not None and name and field[0].astext() == TYPE_FIELD and not is_typed:
        colon, space = addnodes.desc_sig_punctuation("", ":"), addnodes.desc_sig_space()
        annotation = addnodes.desc_annotation("", "", colon, space, *paragraph.children)
        signatures[0].insert(signatures[0].index(name) + 1, annotation)
        listed.parent.remove(listed)
