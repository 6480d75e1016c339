"""Runs JavaScript as the pages of a site do."""

from collections.abc import Mapping, Sequence
from typing import Any

from sphinx_sitejson.mdx.javascript.engine import Limits, ModuleSource, PageScripts, RenderResult
from sphinx_sitejson.mdx.javascript.values import Attribute, JsxValue, Part, PropValue

NOW = 1_700_000_000


class Page:
    """A page with statements, beside some files.

    :param files: by name, such as ``/snippets/a.jsx``.
    """

    def __init__(
        self,
        statements: str = "",
        files: Mapping[str, str] | None = None,
        values: Mapping[str, Any] | None = None,
        **limits: Any,
    ) -> None:
        self._files = files or {}
        self.scripts = PageScripts(Limits(**limits), NOW, self._find)
        source = ModuleSource(name="/page.mdx", kind="markdown", text=statements, values=values)
        self.scope, self.opened = self.scripts.scope(source)

    def _find(self, specifier: str, beside: str) -> ModuleSource | None:
        name = specifier if specifier.startswith("/") else f"/{specifier.removeprefix('./')}"
        if name not in self._files:
            return None
        kind: Any = {"json": "json", "mdx": "markdown"}.get(name.rpartition(".")[2], "script")
        return ModuleSource(name=name, kind=kind, text=self._files[name])

    def evaluate(self, source: str) -> RenderResult:
        return self.scripts.evaluate(source, self.scope)

    def text(self, source: str) -> str:
        return shown(self.evaluate(source).parts)

    def render(
        self, name: str, *attributes: Attribute, children: Sequence[Any] = ()
    ) -> RenderResult:
        return self.scripts.render(name, attributes, children, self.scope)

    def html(self, name: str, *attributes: Attribute, children: Sequence[Any] = ()) -> str:
        return shown(self.render(name, *attributes, children=children).parts)

    def props(self, **sources: str) -> dict[str, PropValue]:
        attributes: list[Attribute] = [(name, "code", source) for name, source in sources.items()]
        return self.scripts.props(attributes, self.scope)[0]


def shown(parts: Sequence[Part]) -> str:
    """Write parts down: ``<b title="x">text</b>``."""
    return "".join(part if isinstance(part, str) else _element(part) for part in parts)


def _element(value: JsxValue) -> str:
    props = "".join(f" {name}={_value(prop)}" for name, prop in value.props.items())
    return f"<{value.name}{props}>{shown(value.children)}</{value.name}>"


def _value(value: PropValue) -> str:
    return _element(value) if isinstance(value, JsxValue) else repr(value)
