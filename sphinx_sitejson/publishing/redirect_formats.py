"""Serialize the redirects of a site for servers: ``_redirects``, nginx, Read the Docs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from .redirects import Moved, PathPattern, RedirectPlan, RedirectRule

AddressOf = Callable[[Moved], str]
"""Gives the address that something leads to: whole, or from the site's root."""

_REST = "~rest~"
"""Stands for the rest of an address until the signs of nginx are written in another way."""

_SAFE = "/:@!&'()*+,;=-._~"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLine:
    """One redirect, in the syntax of a server."""

    source: str
    target: str
    is_permanent: bool

    @property
    def status(self) -> int:
        """The status of the answer."""
        return 301 if self.is_permanent else 302


class RedirectWriter:
    """Writes a plan in one of the formats."""

    def __init__(self, plan: RedirectPlan, *, base_path: str, address_of: AddressOf) -> None:
        self._plan = plan
        self._base = base_path
        self._address_of = address_of

    def hosts_file(self) -> str:
        """Write the file ``_redirects`` that several hosts of static sites read."""
        lines = [*self._exact(self._base), *self._patterns(self._base)]
        return "".join(f"{line.source} {line.target} {line.status}\n" for line in lines)

    def nginx(self) -> str:
        """Write two maps for nginx, one for each status."""
        return "\n".join(
            _nginx_map(name, [*self._nginx_entries(is_permanent)])
            for name, is_permanent in (("permanent", True), ("temporary", False))
        )

    def read_the_docs(self) -> str:
        """Write the requests that create the redirects through the interface of Read the Docs."""
        lines = [*self._exact(""), *self._patterns("")]
        return json.dumps([*map(_page_redirect, lines)], indent=2, ensure_ascii=False) + "\n"

    def _exact(self, base: str) -> Iterator[ServerLine]:
        for moved in self._plan.moved:
            for spelling in _spellings(moved):
                yield ServerLine(
                    source=f"{base}{quote(spelling, safe=_SAFE)}",
                    target=self._target(moved, base),
                    is_permanent=moved.is_permanent,
                )

    def _target(self, moved: Moved, base: str) -> str:
        address = self._address_of(moved)
        return address if moved.target.elsewhere else f"{base}/{address}"

    def _patterns(self, base: str) -> Iterator[ServerLine]:
        for rule in self._plan.rules:
            if rule.source.is_for_the_rest:
                yield ServerLine(
                    source=f"{base}/{quote(rule.source.prefix, safe=_SAFE)}*",
                    target=_filled_target(rule, base, ":splat"),
                    is_permanent=rule.is_permanent,
                )

    def _nginx_entries(self, is_permanent: bool) -> Iterator[tuple[str, str]]:
        for line in self._exact(self._base):
            if line.is_permanent == is_permanent:
                yield unquote(line.source), _without_variables(line.target)
        for rule in self._plan.rules:
            if rule.is_permanent == is_permanent and rule.source.is_for_the_rest:
                start = _escaped_expression(f"{self._base}/{rule.source.prefix}")
                target = _without_variables(_filled_target(rule, self._base, _REST))
                yield f"~^{start}(?<rest>.*)$", target.replace(_REST, "$rest")


def _spellings(moved: Moved) -> Iterable[str]:
    """Return the ways in which readers may ask for an address."""
    if not moved.path:
        return ["/"]
    return [f"/{moved.path}", f"/{moved.path}/", f"/{moved.path}.html"]


def _filled_target(rule: RedirectRule, base: str, value: str) -> str:
    target = rule.target
    values = dict.fromkeys(rule.source.names, value)
    if target.elsewhere:
        scheme, separator, rest = target.elsewhere.partition("://")
        return f"{scheme}{separator}{PathPattern(rest).filled(values)}"
    return f"{base}/{PathPattern(quote(target.path, safe=_SAFE)).filled(values)}{target.ending}"


def _nginx_map(name: str, entries: Iterable[tuple[str, str]]) -> str:
    lines = [f"map $uri $sitejson_{name} {{", '    default "";']
    lines += [f"    {_nginx_text(key)} {_nginx_text(value)};" for key, value in entries]
    return "\n".join([*lines, "}", ""])


def _nginx_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _without_variables(address: str) -> str:
    """Write the sign in another way that would begin the name of a variable."""
    return address.replace("$", "%24")


def _escaped_expression(text: str) -> str:
    return "".join(f"\\{char}" if char in r"\.+*?()[]{}^$|" else char for char in text)


def _page_redirect(line: ServerLine) -> dict[str, object]:
    return {
        "type": "page",
        "from_url": line.source,
        "to_url": line.target,
        "http_status": line.status,
    }
