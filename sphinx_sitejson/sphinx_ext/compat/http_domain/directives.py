"""Endpoints that are described by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.directives import ObjectDescription
from sphinx.util.docfields import Field, GroupedField, TypedField

from sphinx_sitejson.compat.http_domain.routes import METHODS, Route, parts_of
from sphinx_sitejson.reference.ids import endpoint_anchor
from sphinx_sitejson.sphinx_ext.common.labels import _

from .documented_routes import record_route

if TYPE_CHECKING:
    from collections.abc import Callable

Endpoint = tuple[str, str]
"""A method and a path."""

_UNLISTED = ("no-index", "noindex")


class HttpEndpoint(ObjectDescription[Endpoint]):
    """Describes one endpoint: what it takes, and what it answers."""

    method: ClassVar[str]
    doc_field_types: list[Field] = [  # noqa: RUF012
        TypedField(
            "parameter",
            label=_("Parameters"),
            names=("param", "parameter", "arg", "argument"),
            typenames=("paramtype", "type"),
        ),
        TypedField(
            "jsonparameter",
            label=_("JSON Parameters"),
            names=("jsonparameter", "jsonparam", "json"),
            typenames=("jsonparamtype", "jsontype"),
        ),
        TypedField(
            "requestjsonobject",
            label=_("Request JSON Object"),
            names=("reqjsonobj", "reqjson", "<jsonobj", "<json"),
            typenames=("reqjsonobj", "<jsonobj"),
        ),
        TypedField(
            "requestjsonarray",
            label=_("Request JSON Array of Objects"),
            names=("reqjsonarr", "<jsonarr"),
            typenames=("reqjsonarrtype", "<jsonarrtype"),
        ),
        TypedField(
            "responsejsonobject",
            label=_("Response JSON Object"),
            names=("resjsonobj", "resjson", ">jsonobj", ">json"),
            typenames=("resjsonobj", ">jsonobj"),
        ),
        TypedField(
            "responsejsonarray",
            label=_("Response JSON Array of Objects"),
            names=("resjsonarr", ">jsonarr"),
            typenames=("resjsonarrtype", ">jsonarrtype"),
        ),
        TypedField(
            "queryparameter",
            label=_("Query Parameters"),
            names=("queryparameter", "queryparam", "qparam", "query"),
            typenames=("queryparamtype", "querytype", "qtype"),
        ),
        GroupedField(
            "formparameter",
            label=_("Form Parameters"),
            names=("formparameter", "formparam", "fparam", "form"),
        ),
        GroupedField(
            "requestheader",
            label=_("Request Headers"),
            rolename="header",
            names=(">header", "reqheader", "requestheader"),
        ),
        GroupedField(
            "responseheader",
            label=_("Response Headers"),
            rolename="header",
            names=("<header", "resheader", "responseheader"),
        ),
        GroupedField(
            "statuscode",
            label=_("Status Codes"),
            rolename="statuscode",
            names=("statuscode", "status", "code"),
        ),
    ]
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        **(ObjectDescription.option_spec or {}),
        "deprecated": directives.flag,
        "synopsis": directives.unchanged,
        "addtoc": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Describe the endpoint; one that is in no table has its id on the page all the same."""
        unlisted = [name for name in _UNLISTED if self.options.pop(name, 1) is None]
        self._is_listed = not unlisted
        return super().run()

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> Endpoint:
        """Write the method and the path, its parameters in emphasis."""
        path = sig.strip()
        method = self.method.upper()
        classes = ["sj-http-method", f"sj-http-{self.method}"]
        signode += addnodes.desc_annotation(method, method, classes=classes)
        signode += addnodes.desc_sig_space()
        for part in parts_of(path):
            if not part.is_parameter:
                signode += addnodes.desc_name(part.words, part.words)
                continue
            words = f"{part.type}: {part.words}" if part.type else part.words
            parameters = addnodes.desc_parameterlist(words, "")
            parameters += addnodes.desc_parameter(words, words)
            signode += parameters
        if "deprecated" in self.options:
            signode += addnodes.desc_sig_space()
            words = str(_("Deprecated"))
            signode += nodes.inline(words, words, classes=["sj-http-deprecated"])
        signode["method"], signode["path"] = self.method, path
        return self.method, path

    def add_target_and_index(
        self, name: Endpoint, sig: str, signode: addnodes.desc_signature
    ) -> None:
        """Give the endpoint the id that links know it by, and note where it is described."""
        method, path = name
        anchor = endpoint_anchor(method, path)
        document = self.state.document
        if anchor not in document.ids:
            signode["ids"].append(anchor)
            document.note_explicit_target(signode)
        if not self._is_listed:
            return
        synopsis = " ".join(str(self.options.get("synopsis", "")).split())
        route = Route(self.env.docname, synopsis, "deprecated" in self.options, anchor)
        record_route(self.env, method, path, route)

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        # Sphinx lists endpoints in the contents of their page only where the author asks for it.
        return (sig_node["path"],) if "addtoc" in self.options else ()

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        if not sig_node.get("_toc_parts"):
            return ""
        return f"{sig_node['method'].upper()} {sig_node['path']}"


DIRECTIVES: dict[str, type[HttpEndpoint]] = {
    method: type(f"Http{method.title()}", (HttpEndpoint,), {"method": method}) for method in METHODS
}
"""A directive for each method."""
