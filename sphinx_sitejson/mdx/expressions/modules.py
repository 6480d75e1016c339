"""Import and export statements of a page: what they bring, read without running them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_sitejson.mdx.scanning.lexing import Lexer

from .statements import statement_end

_BINDING = r"(?:\*\s+as\s+[A-Za-z_$][\w$]*+|[A-Za-z_$][\w$]*+|\{[\w$\s,]{0,2000}+\})"
IMPORT = re.compile(
    rf"import\s+(?:(?:type\s+(?!from\b))?(?P<clause>{_BINDING}(?:\s*,\s*{_BINDING})?)"
    r"\s*(?<=[\s}])from\s*)?(?P<quote>['\"])(?P<source>[^'\"\n]+)(?P=quote)"
    r"[ \t]*;?[ \t]*(?://[^\n]*)?(?=\n|\Z)"
)
"""Nothing else may stand between the words: prose has a line such as this by accident."""
EXPORT = re.compile(r"export\s+(?:const|let|var|function|default|async|type|interface|\{|\*)")

_NAMED = re.compile(r"\{([^{}]*)\}")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
LOCAL = re.compile(r"(?:const|let|var|function)\s")
"""A statement of a script that is for the script itself."""

_CONSTANT = re.compile(
    r"(?:export\s+)?(?:const|let|var)\s+(?P<name>[A-Za-z_$][\w$]*)\s*(?::[^=\n]+?)?=(?!=|>)\s*"
)
_FUNCTION = re.compile(
    r"(?:export\s+)?(?P<default>default\s+)?(?:async\s+)?(?P<whole>function\s+"
    r"(?P<name>[A-Za-z_$][\w$]*)\s*)(?=\()"
)
_DEFAULT = re.compile(r"export\s+default\s+(?P<name>[A-Za-z_$][\w$]*)?\s*(?=;|\Z|\(|\n)")
_PARAMETERS = re.compile(
    r"(?:async\s+)?(?:\(\s*(?:\{(?P<names>[^{}()]*)\}|(?P<one>[A-Za-z_$][\w$]*)?)\s*(?::[^()]*)?\)"
    r"|(?P<bare>[A-Za-z_$][\w$]*))\s*(?:=>)?\s*"
)
_TAKES_APART = re.compile(r"\(\s*\{")
_RETURN = re.compile(r"\{\s*return\s*(?P<open>\(?)\s*(?=<)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One name that a page takes from another file."""

    name: str
    """As the page calls it."""
    exported: str
    """As the other file calls it; ``default`` for the file itself."""
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """An exported function whose whole body is JSX."""

    parameters: tuple[tuple[str, str], ...]
    """Each name with the expression of its default, which may be empty."""
    start: int
    end: int
    """Where the JSX stands in the text."""
    props_name: str = ""
    """The name under which all props are known together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedConstant:
    """An exported value; the expression from ``start`` to ``end``."""

    start: int
    end: int


@dataclass(slots=True)
class ModuleCode:
    """What the statements of one text say."""

    imports: dict[str, Import] = field(default_factory=dict)
    constants: dict[str, ExportedConstant] = field(default_factory=dict)
    templates: dict[str, Template] = field(default_factory=dict)
    functions: dict[str, ExportedConstant] = field(default_factory=dict)
    """Functions that do more than to return one element, or that only a program could run."""
    default: str = ""
    """The name of what stands for the whole file."""

    @property
    def names(self) -> set[str]:
        """All names that the statements make known."""
        return {*self.imports, *self.constants, *self.templates, *self.functions}


def read_import(code: ModuleCode, found: re.Match[str]) -> None:
    """Take the names out of an import statement."""
    clause, source = found["clause"] or "", found["source"]
    named = _NAMED.search(clause)
    for part in (named[1] if named else "").split(","):
        exported, _as, name = part.strip().partition(" as ")
        exported, name = exported.strip(), (name or exported).strip()
        if _IDENTIFIER.fullmatch(name):
            code.imports[name] = Import(name=name, exported=exported, source=source)
    for part in _NAMED.sub("", clause).split(","):
        # The whole file, either as ``name`` or as ``* as name``.
        name = part.strip().rpartition(" ")[2]
        if _IDENTIFIER.fullmatch(name):
            code.imports[name] = Import(name=name, exported="default", source=source)


def read_export(code: ModuleCode, lexer: Lexer, start: int, end: int) -> None:
    """Take the name and the value out of an export statement."""
    text = lexer.text
    if found := _CONSTANT.match(text, start, end):
        _read_value(code, lexer, found["name"], found.end(), end)
    elif found := _FUNCTION.match(text, start, end):
        if found["default"]:
            code.default = found["name"]
        _read_value(code, lexer, found["name"], found.end(), end, whole=found.start("whole"))
    elif found := _DEFAULT.match(text, start, end):
        code.default = found["name"] or "default"
        if not found["name"]:
            _read_value(code, lexer, "default", found.end(), end)


def _read_value(
    code: ModuleCode, lexer: Lexer, name: str, start: int, end: int, *, whole: int | None = None
) -> None:
    """Keep what a name stands for.

    :param whole: where a function begins that is written as a statement.
    """
    text = lexer.text
    template = _template(lexer, start, end)
    value = ExportedConstant(start=start if whole is None else whole, end=_value_end(text, end))
    if template is not None:
        code.templates[name] = template
    elif whole is None and not _is_function(text, start, end):
        code.constants[name] = value
    else:
        code.functions[name] = value


def _value_end(text: str, end: int) -> int:
    while end and text[end - 1] in "; \t\n":
        end -= 1
    return end


def _is_function(text: str, start: int, end: int) -> bool:
    """Whether a value is a function that may be a component: no text with gaps."""
    parameters = _PARAMETERS.match(text, start, end)
    if parameters is None or "=>" not in parameters[0]:
        return text.startswith(("function", "async", "({", "()"), start) or bool(
            _TAKES_APART.match(text, start, end)
        )
    return text[parameters.end() : parameters.end() + 1] not in ("`", '"', "'")


def _template(lexer: Lexer, start: int, end: int) -> Template | None:
    """Return the JSX of a function that does nothing but return it."""
    text = lexer.text
    head = _PARAMETERS.match(text, start, end)
    if head is None or any(sign in (head["names"] or "") for sign in (":", "...")):
        return None
    position = head.end()
    if returned := _RETURN.match(text, position, end):
        position = returned.end()
    elif "=>" not in head[0]:
        return None
    elif text.startswith("(", position):
        position += 1
    while text[position : position + 1].isspace():
        position += 1
    if not text.startswith("<", position):
        return None
    close = lexer.operand_end(position)
    if close is None or text[close:end].strip("; \t\n)}"):
        return None
    return Template(
        parameters=tuple(_parameters(head["names"] or "")),
        start=position,
        end=close,
        props_name=head["one"] or head["bare"] or "",
    )


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        name, _equals, default = part.partition("=")
        name = name.partition(":")[0].strip()
        if _IDENTIFIER.fullmatch(name):
            yield name, default.strip()


def read_export_at(
    code: ModuleCode, lexer: Lexer, start: int, *, is_script: bool = False
) -> int | None:
    """Read the export statement at a position; return its end, if it can be found.

    :param is_script: whether the file is all JavaScript, where statements need no ``export``.
    """
    is_local = is_script and LOCAL.match(lexer.text, start) is not None
    if not is_local and EXPORT.match(lexer.text, start) is None:
        return None
    end = statement_end(lexer, start)
    if end is not None:
        read_export(code, lexer, start, end)
    return end
