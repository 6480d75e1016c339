"""Describes the program in these pages, from its own code: values, markup, commands, tokens.

The facts come from the code, the words from the page. A name that the page leaves out, or that
the code does not have, is an error.
"""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from unittest import mock

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import sphinx_sitejson
from sphinx_sitejson.checks.site_checks import CHECKS
from sphinx_sitejson.commands.arguments import make_parser
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.openapi.changes.rules import RULES

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PACKAGE = "sphinx_sitejson"
INTERNAL = frozenset({"sitejson_catalogs", "sitejson_preview", "sitejson-redoc-page"})
"""What only the program itself uses."""

GUARDED = frozenset({"csv-table", "include", "literalinclude", "raw"})
"""Directives of docutils and Sphinx that read files, and only those of the project."""

CHANGES: Mapping[str, Mapping[str, str]] = {
    "Operations": {
        "operation-added": "an operation was added",
        "operation-removed": "an operation was removed",
        "removed-after-sunset": (
            "an operation, parameter, header, or property was removed on or after its sunset date"
        ),
        "removed-before-sunset": "it was removed before its sunset date",
        "deprecated-removed": "it was removed while deprecated, without a sunset date",
        "unstable-removed": "it was removed while its `x-stability-level` was `draft` or `alpha`",
        "stability-lowered": (
            "`x-stability-level` of an operation, parameter, or property is lower (`stable`, which "
            "is the default, `beta`, `alpha`, `draft`)"
        ),
        "stability-raised": "`x-stability-level` is higher",
        "deprecated": "an operation, parameter, property, or scheme is deprecated",
        "not-deprecated": "it is no longer deprecated",
        "sunset-set": "a sunset date was added",
        "sunset-removed": "the sunset date was removed",
        "sunset-earlier": "the sunset date is earlier",
        "sunset-later": "the sunset date is later",
        "id-added": "an `operationId` was added",
        "id-removed": "an `operationId` was removed",
        "id-changed": "an `operationId` changed: names in generated clients change",
        "tag-added": "a tag was added",
        "tag-removed": "a tag was removed",
        "callback-added": "a callback was added",
        "callback-removed": "a callback was removed, or its URL changed",
    },
    "Parameters and headers": {
        "parameter-added": "an optional parameter or header was added",
        "required-parameter-added": "a required parameter or header was added",
        "parameter-removed": "a parameter or header was removed",
        "became-required": "a parameter, header, property, or body is now required",
        "became-optional": "a parameter, header, property, or body is now optional",
        "style-changed": "`style` changed",
        "explode-changed": "`explode` changed, for arrays and objects",
        "reserved-allowed": "`allowReserved` was turned on",
        "reserved-refused": "`allowReserved` was turned off",
        "empty-allowed": "`allowEmptyValue` was turned on",
        "empty-refused": "`allowEmptyValue` was turned off",
        "content-type-changed": "the content type of a parameter or form part changed",
    },
    "Bodies and responses": {
        "body-added": "an optional body was added",
        "required-body-added": "a required body was added",
        "body-removed": "a body was removed",
        "media-type-added": "a media type was added",
        "media-type-removed": "a media type was removed",
        "media-type-wider": "a media type became wider, such as `image/*`",
        "media-type-narrower": "a media type became narrower",
        "media-type-parameters": "the parameters of a media type changed",
        "success-added": "a success response was added",
        "success-removed": "a success response was removed",
        "status-added": "another response was added",
        "status-removed": "another response was removed",
        "link-added": "a link was added",
        "link-removed": "a link was removed",
        "link-changed": "the target of a link changed",
    },
    "Servers": {
        "server-added": "a server was added",
        "server-removed": "a server was removed",
        "server-default-changed": "the default of a server variable changed",
        "server-value-added": "a server variable has more values",
        "server-value-removed": "a server variable has fewer values",
    },
    "Authorization": {
        "authorization-needed": "authorization is now required",
        "authorization-dropped": "authorization is no longer required",
        "scheme-accepted": "another authentication method is accepted",
        "scheme-refused": "an authentication method is no longer accepted",
        "optional-scheme-refused": "the same, while requests without authorization are accepted",
        "scope-needed": "another scope or role is required",
        "scope-dropped": "a scope or role is no longer required",
        "scheme-changed": "the type, location, or name of a scheme changed",
        "token-format-changed": "`bearerFormat` changed",
        "address-changed": "a URL of OAuth or OpenID Connect changed",
        "flow-added": "an OAuth flow was added",
        "flow-removed": "an OAuth flow was removed",
        "scope-offered": "a flow offers another scope",
        "scope-withdrawn": "a flow no longer offers a scope",
        "event-authorization-changed": "the authorization of a webhook changed",
    },
    "Values": {
        "type-narrower": "fewer types are allowed",
        "type-wider": "more types are allowed",
        "type-changed": "the type changed",
        "nothing-allowed": "no value is allowed anymore",
        "something-allowed": "values are allowed where none were",
        "format-narrower": "a format was added or became narrower",
        "format-wider": "a format was removed or became wider",
        "format-changed": "the format changed",
        "null-allowed": "the value can now be null",
        "null-refused": "the value can no longer be null",
        "values-limited": "only certain values are now allowed (`enum`, `const`)",
        "values-open": "any value is now allowed",
        "value-removed": "an allowed value was removed",
        "value-added": "an allowed value was added",
        "open-value-removed": "a value of `x-extensible-enum` was removed",
        "open-value-added": "a value of `x-extensible-enum` was added",
        "limit-tighter": (
            "a limit was added or is tighter (`minimum`, `maximum`, also exclusive; lengths, "
            "items, properties, `minContains`, `maxContains`)"
        ),
        "limit-looser": "a limit was removed or is looser",
        "multiple-narrower": "`multipleOf` was added or is narrower",
        "multiple-wider": "`multipleOf` was removed or is wider",
        "multiple-changed": "`multipleOf` changed",
        "unique-needed": "items must now be unique",
        "unique-dropped": "items no longer have to be unique",
        "pattern-added": "a pattern was added",
        "pattern-removed": "a pattern was removed",
        "pattern-changed": "a pattern changed",
        "default-added": "a default was added",
        "default-removed": "a default was removed",
        "default-changed": "a default changed",
        "content-changed": "`contentEncoding` or `contentMediaType` changed",
        "xml-changed": "`xml` changed, in XML bodies",
    },
    "Objects, arrays, and variants": {
        "property-added": "an optional property was added",
        "required-property-added": "a required property was added",
        "property-removed": "a property was removed",
        "read-only-set": "a property is now `readOnly`",
        "read-only-unset": "a property is no longer `readOnly`",
        "write-only-set": "a property is now `writeOnly`",
        "write-only-unset": "a property is no longer `writeOnly`",
        "others-refused": (
            "other properties or items are no longer allowed (`additionalProperties`, "
            "`patternProperties`, `unevaluatedProperties`, `items`, `unevaluatedItems`)"
        ),
        "others-allowed": "other properties or items are now allowed",
        "contains-added": "`contains` was added",
        "contains-removed": "`contains` was removed",
        "not-added": "`not` was added",
        "not-removed": "`not` was removed",
        "condition-added": "`if` was added",
        "condition-removed": "`if` was removed",
        "condition-changed": "`if` changed",
        "dependency-added": (
            "a property requires another one (`dependentRequired`, `dependentSchemas`)"
        ),
        "dependency-removed": "a property no longer requires another one",
        "variant-added": "a variant was added (`oneOf`, `anyOf`)",
        "variant-removed": "a variant was removed",
        "choice-needed": "one of several variants is now required",
        "choice-dropped": "no variant is required anymore",
        "choice-changed": "`oneOf` became `anyOf`, or vice versa",
        "discriminator-added": "a discriminator was added",
        "discriminator-removed": "a discriminator was removed",
        "discriminator-changed": "the property of a discriminator changed",
        "mapping-added": "a discriminator value was added",
        "mapping-removed": "a discriminator value was removed",
        "mapping-changed": "a discriminator value maps to another schema",
        "not-compared": "a body is nested too deeply to compare completely",
    },
}
"""What the rules for changes of an API are about, in groups."""

DOMAINS = ("openapi", "http")
_TOKEN = re.compile(r"^\s*(--sj-[\w-]+):\s*(.*?);\s*$", re.MULTILINE)
_FIELD = re.compile(r'^    (\w+): [^\n]*\n    """(.*?)"""', re.MULTILINE | re.DOTALL)
_KINDS = {bool: "true or false", str: "text", list: "list", tuple: "list", dict: "dictionary"}


class DescribedTable(SphinxDirective):
    """A table whose rows the code knows; the body has ``name: words`` for each of them."""

    has_content = True
    heads: tuple[str, ...] = ()

    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """Return what the code knows of each name."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Return the table, in the order of the page."""
        facts = self.facts()
        words = dict(self.described())
        if missing := facts.keys() - words.keys():
            raise self.error(f"The page does not describe {', '.join(sorted(missing))}.")
        if unknown := words.keys() - facts.keys():
            raise self.error(f"There is no {', '.join(sorted(unknown))}.")
        rows = [self.row(name, facts[name], said) for name, said in words.items()]
        return [table(self.heads, rows)]

    def row(
        self, name: str, facts: tuple[str, ...], said: list[nodes.Node]
    ) -> list[list[nodes.Node]]:
        """Return the cells of one name."""
        return [code(name), *map(code, facts), said]

    def described(self) -> Iterator[tuple[str, list[nodes.Node]]]:
        """Yield the names of the body with their words."""
        for line, text in enumerate(self.content):
            if text.strip():
                name, _, words = text.partition(": ")
                parsed, _ = self.state.inline_text(words.strip(), self.lineno + line)
                yield name.strip(), parsed


class ConfValues(DescribedTable):
    """The values of ``conf.py``."""

    heads = ("Value", "Description")

    def row(
        self, name: str, facts: tuple[str, ...], said: list[nodes.Node]
    ) -> list[list[nodes.Node]]:
        """Leave the room to the words: type and default follow them."""
        kind, default = facts
        known = [nodes.Text(f" Type: {kind}. Default: "), nodes.literal(text=default)]
        return [code(name), [*said, *known, nodes.Text(".")]]

    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """Return type and default of each value."""
        return {
            name: (kinds(option.valid_types, option.default), shown(option.default))
            for name, option in self.config._options.items()
            if name.startswith("sitejson_") and name not in INTERNAL
        }


class OwnMarkup(DescribedTable):
    """The directives and roles that are no components."""

    heads = ("Name", "Type", "Description")

    def facts(self) -> Mapping[str, tuple[str, ...]]:
        """Return directives and roles."""
        found = {
            name: ("directive",)
            for name, directive in directives._directives.items()
            if getattr(directive, "__module__", "").startswith(PACKAGE)
            and name not in INTERNAL | GUARDED
        }
        for domain in DOMAINS:
            known = self.env.get_domain(domain)
            found |= {f"{domain}:{name}": ("directive",) for name in known.directives}
            for name in known.roles:
                kind = found.get(f"{domain}:{name}", ())
                found[f"{domain}:{name}"] = ("directive and role",) if kind else ("role",)
        return found


class ProblemCodes(SphinxDirective):
    """All warning codes with their meaning.

    The body may add to the meaning of a code: a line ``code:``, and indented Markdown below it.
    """

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the codes in alphabetical order."""
        details = self.details()
        if unknown := details.keys() - set(ProblemCode):
            raise self.error(f"There is no warning code {', '.join(sorted(unknown))}.")
        listed = nodes.definition_list()
        for code_ in sorted(ProblemCode):
            term = nodes.term("", "", nodes.literal(text=f"sitejson.{code_}"), ids=[str(code_)])
            meaning = nodes.definition("", nodes.paragraph("", "", *words(code_.description)))
            start, end = details.get(code_, (0, 0))
            self.state.nested_parse(self.content[start:end], self.content_offset + start, meaning)
            listed += nodes.definition_list_item("", term, meaning)
        return [listed]

    def details(self) -> dict[str, tuple[int, int]]:
        """Return the lines of the body that belong to each code."""
        heads = [at for at, line in enumerate(self.content) if re.match(r"\w+:$", line)]
        ends = [*heads[1:], len(self.content)]
        found = {
            self.content[head][:-1]: (head + 1, end) for head, end in zip(heads, ends, strict=True)
        }
        for start, end in found.values():
            self.content.trim_left(2, start, end)
        return found


class CheckTable(SphinxDirective):
    """The checks of the package."""

    def run(self) -> list[nodes.Node]:
        """Return a table of codes, meanings and defaults."""
        rows = [
            [
                code(check.name),
                words(ProblemCode(check.name).description),
                [nodes.Text("on" if check.is_default else "off")],
            ]
            for check in CHECKS
        ]
        return [table(("Code", "What it finds", "Default"), rows)]


class ChangeRules(SphinxDirective):
    """The changes of an API that can concern a client, with their severity."""

    def run(self) -> list[nodes.Node]:
        """Return a table for each group of changes."""
        found: list[nodes.Node] = []
        for title, descriptions in CHANGES.items():
            table_ = table_of_rules(descriptions)
            found += [nodes.paragraph("", "", nodes.strong(text=title)), table_]
        return found


class PythonSignature(SphinxDirective):
    """A function of the package: its signature, and its parameters in words."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the signature as code, and a table of parameters."""
        function = getattr(sphinx_sitejson, self.arguments[0])
        text = signature_of(function)
        described = re.findall(r":param (\w+): (.*?)(?=\s*:param|\Z)", function.__doc__, re.DOTALL)
        rows = [[code(name), words(" ".join(said.split()))] for name, said in described]
        block = nodes.literal_block(text, text, language="python")
        return [block, table(("Parameter", "Description"), rows)]


class PythonTypes(SphinxDirective):
    """The types of the package, with their attributes."""

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        rows = [
            [code(name), words(first_line(getattr(sphinx_sitejson, name)))]
            for name in sphinx_sitejson.__all__
            if name != "setup" and not name.startswith("add_")
        ]
        found: list[nodes.Node] = [table(("Type", "Description"), rows)]
        for kind in (sphinx_sitejson.ComponentCall, sphinx_sitejson.CheckFinding):
            described = dict(_FIELD.findall(inspect.getsource(kind)))
            fields = [
                [code(each.name), words(described.get(each.name, ""))]
                for each in dataclasses.fields(kind)
            ]
            name, text = nodes.literal(text=kind.__name__), nodes.Text(" has these attributes:")
            found += [
                nodes.paragraph("", "", name, text),
                table(("Attribute", "Description"), fields),
            ]
        return found


class CommandHelp(SphinxDirective):
    """What a command says of itself."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the help as it stands in a terminal."""
        text = help_of(self.arguments[0] if self.arguments else "")
        return [nodes.literal_block(text, text, language="text")]


class CssTokens(SphinxDirective):
    """The tokens that begin with one of the arguments."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a table of names and usual values."""
        starts = tuple(self.arguments[0].split())
        rows = [
            [code(name), code(value)] for name, value in tokens().items() if name.startswith(starts)
        ]
        if not rows:
            raise self.error(f"There is no token {' '.join(starts)}.")
        return [table(("Token", "Default value"), rows)]


def table_of_rules(descriptions: Mapping[str, str]) -> nodes.table:
    """Return a table; with a column for each direction if one of the rules depends on it."""
    rules = [
        (RULES[name], text)
        for name, text in descriptions.items()
        if {RULES[name].sent, RULES[name].received} != {"harmless"}
    ]
    has_directions = any(rule.sent != rule.received for rule, _text in rules)
    heads = (
        ("What changed", "In requests", "In responses")
        if has_directions
        else ("What changed", "Counts as")
    )
    rows = []
    for rule, text in rules:
        levels = (rule.sent, rule.received)[: len(heads) - 1]
        description = text[:1].upper() + text[1:]
        rows.append([words(description), *([nodes.Text(level)] for level in levels)])
    return table(heads, rows)


def signature_of(function: Callable[..., Any]) -> str:
    """Write a function with one parameter on each line."""
    signature = inspect.signature(function)
    lines = str(signature.replace(return_annotation=inspect.Signature.empty))[1:-1]
    parts = re.split(r", (?=[*\w]+(?::|$|,))", lines)
    inner = "".join(f"    {part},\n" for part in parts)
    return re.sub(r": '([^']*)'", r": \1", f"{function.__name__}(\n{inner})")


def first_line(thing: object) -> str:
    """Return what a type says of itself, or what it is made of."""
    if isinstance(thing, type):
        return (inspect.getdoc(thing) or "").partition("\n")[0]
    return "`{}`".format(re.sub(rf"{PACKAGE}(\.\w+)*\.", "", str(thing)))


def words(text: str) -> list[nodes.Node]:
    """Turn a text with backticks into nodes."""
    parts = re.split(r"`+", text)
    return [
        nodes.literal(text=part) if at % 2 else nodes.Text(part) for at, part in enumerate(parts)
    ]


def help_of(command: str) -> str:
    """Return the help of a command, or of all, in lines that fit a page."""
    with mock.patch.dict(os.environ, {"COLUMNS": "90", "NO_COLOR": "1"}):
        parser = make_parser()
        if not command:
            return parser.format_help()
        (commands,) = (each for each in parser._actions if each.choices and not each.option_strings)
        return commands.choices[command].format_help()


def tokens() -> dict[str, str]:
    """Return the tokens of the theme with their usual values."""
    sheet = files(PACKAGE).joinpath("theme/sitejson/styles/tokens.css").read_text("utf-8")
    found: dict[str, str] = {}
    for name, value in _TOKEN.findall(sheet):
        found.setdefault(name, value)
    return found


def kinds(types: Any, default: object) -> str:
    """Say what a value may be."""
    found = types if isinstance(types, Iterable) else [type(default)]
    return " or ".join(sorted({_KINDS[kind] for kind in found if kind in _KINDS}))


def shown(default: object) -> str:
    """Return a default as one would write it."""
    return repr(list(default)) if isinstance(default, tuple) else repr(default)


def code(text: str) -> list[nodes.Node]:
    """Return a text as code, or as words if it is some."""
    return [nodes.Text(text) if " " in text.strip("'\"") else nodes.literal(text=text)]


def table(heads: Iterable[str], rows: Iterable[list[list[nodes.Node]]]) -> nodes.table:
    """Return a table."""
    heads = list(heads)
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in heads), cols=len(heads))
    group += nodes.thead("", row([[nodes.Text(head)] for head in heads]))
    group += nodes.tbody("", *map(row, rows))
    return nodes.table("", group, classes=["colwidths-auto"])


def row(cells: Iterable[list[nodes.Node]]) -> nodes.row:
    """Return one row."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("conf-values", ConfValues)
    app.add_directive("own-markup", OwnMarkup)
    app.add_directive("command-help", CommandHelp)
    app.add_directive("css-tokens", CssTokens)
    app.add_directive("python-signature", PythonSignature)
    app.add_directive("python-types", PythonTypes)
    app.add_directive("problem-codes", ProblemCodes)
    app.add_directive("check-table", CheckTable)
    app.add_directive("change-rules", ChangeRules)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
