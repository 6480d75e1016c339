"""Views made of one text, and the helpers that templates of API pages call."""

from dataclasses import fields, is_dataclass
from itertools import count
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from bs4 import BeautifulSoup
from markupsafe import Markup

from sphinx_sitejson.reference.views import model as views
from sphinx_sitejson.site_build.templates import make_environment

TEMPLATES = make_environment(
    markdown=lambda text: Markup("<p>{}</p>").format(text),
    markdown_inline=lambda text: Markup("<em>{}</em>").format(text),
    highlight=lambda code, language: Markup('<div class="highlight"><pre>{}</pre></div>').format(
        code
    ),
    schema_href=lambda link: f"schemas/{link.name}.html" if link.name.isalnum() else "",
    operation_href=lambda link: "operation.html",
    made_once=lambda macro, *arguments: macro(*arguments),
)


def html_of(part: str, **values: object) -> str:
    return TEMPLATES.get_template(f"api_{part}.html.jinja").render({"samples_script": "", **values})


def soup_of(part: str, **values: object) -> BeautifulSoup:
    return BeautifulSoup(html_of(part, **values), "html.parser")


def page_of(view: views.OperationView) -> str:
    """All parts of an operation, as they stand on its page."""
    parts = [html_of(name, view=view) for name in ("endpoint", "samples", "facts")]
    if view.security:
        parts.append(html_of("security", security=view.security))
    parts += [html_of("fields", fields=section.fields) for section in view.parameters]
    if view.body:
        parts.append(html_of("body", body=view.body))
    parts.append(html_of("responses", responses=view.responses))
    parts.append(html_of("callbacks", callbacks=view.callbacks))
    return "\n".join(parts)


class ViewMaker:
    """Makes views in which every text is a given one and every choice is taken.

    Where the given text is empty, each text is the name of its field, as in ``TagView.url``.
    """

    def __init__(self, text: str = "") -> None:
        self.names: set[str] = set()
        self._text = text
        self._numbers = count()

    def make(self, view: type, depth: int = 6) -> Any:
        hints = get_type_hints(view, vars(views))
        return view(
            **{
                field.name: self._value(f"{view.__name__}.{field.name}", hints[field.name], depth)
                for field in fields(view)
            }
        )

    def _value(self, name: str, hint: Any, depth: int) -> Any:
        kind, arguments = get_origin(hint), get_args(hint)
        if kind is UnionType:
            return self._value(name, arguments[0], depth) if depth else None
        if kind is tuple:
            if arguments[-1] is Ellipsis and not depth:
                return ()
            return tuple(self._value(name, part, depth) for part in arguments if part is not ...)
        if kind is Literal:
            return arguments[0]
        if is_dataclass(hint):
            return self.make(hint, depth - 1)
        return True if hint is bool else self._one_text(name)

    def _one_text(self, name: str) -> str:
        self.names.add(name)
        text = self._text or name
        return f"{text}-{next(self._numbers)}" if name.endswith(".id") else text
