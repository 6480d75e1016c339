"""Serialize the redirects of a site for servers: ``_redirects``, nginx, Read the Docs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from .redirects import PathPattern, RedirectPlan, RedirectRule, ResolvedRedirect

TargetUrl = Callable[[ResolvedRedirect], str]
"""Returns the URL of a redirect's target: absolute, or relative to the root of the site."""

_REST = "~rest~"
"""Placeholder of ``$rest`` while other variables of nginx are escaped."""

_SAFE = "/:@!&'()*+,;=-._~"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLine:
    """One redirect, in the syntax of a server."""

    source: str
    target: str
    is_permanent: bool

    @property
    def status(self) -> int:
        """The status of the response."""
        return 301 if self.is_permanent else 302


class RedirectWriter:
    """Serializes a plan in one of the formats."""

    def __init__(self, plan: RedirectPlan, *, base_path: str, target_url: TargetUrl) -> None:
        self._plan = plan
        self._base = base_path
        self._target_url = target_url

    def redirects_file(self) -> str:
        """Serialize ``_redirects``, which several hosts of static sites read."""
        lines = [*self._exact(self._base), *self._patterns(self._base)]
        return "".join(f"{line.source} {line.target} {line.status}\n" for line in lines)

    def nginx(self) -> str:
        """Serialize two maps for nginx, one for each status."""
        return "\n".join(
            _nginx_map(name, [*self._nginx_entries(is_permanent)])
            for name, is_permanent in (("permanent", True), ("temporary", False))
        )

    def read_the_docs(self) -> str:
        """Serialize the requests that create the redirects with the API of Read the Docs."""
        lines = [*self._exact(""), *self._patterns("")]
        return json.dumps([*map(_page_redirect, lines)], indent=2, ensure_ascii=False) + "\n"

    def _exact(self, base: str) -> Iterator[ServerLine]:
        for resolved in self._plan.resolved:
            for spelling in _spellings(resolved):
                yield ServerLine(
                    source=f"{base}{quote(spelling, safe=_SAFE)}",
                    target=self._target(resolved, base),
                    is_permanent=resolved.is_permanent,
                )

    def _target(self, resolved: ResolvedRedirect, base: str) -> str:
        url = self._target_url(resolved)
        return url if resolved.target.external_url else f"{base}/{url}"

    def _patterns(self, base: str) -> Iterator[ServerLine]:
        for rule in self._plan.rules:
            if rule.source.is_prefix_pattern:
                yield ServerLine(
                    source=f"{base}/{quote(rule.source.prefix, safe=_SAFE)}*",
                    target=_fill_target(rule, base, ":splat"),
                    is_permanent=rule.is_permanent,
                )

    def _nginx_entries(self, is_permanent: bool) -> Iterator[tuple[str, str]]:
        for line in self._exact(self._base):
            if line.is_permanent == is_permanent:
                yield unquote(line.source), _escape_variables(line.target)
        for rule in self._plan.rules:
            if rule.is_permanent == is_permanent and rule.source.is_prefix_pattern:
                start = _escape_regex(f"{self._base}/{rule.source.prefix}")
                target = _escape_variables(_fill_target(rule, self._base, _REST))
                yield f"~^{start}(?<rest>.*)$", target.replace(_REST, "$rest")


def _spellings(resolved: ResolvedRedirect) -> Iterable[str]:
    """Return the URLs of a source: ``/old``, ``/old/`` and ``/old.html``."""
    if not resolved.path:
        return ["/"]
    return [f"/{resolved.path}", f"/{resolved.path}/", f"/{resolved.path}.html"]


def _fill_target(rule: RedirectRule, base: str, value: str) -> str:
    target = rule.target
    values = dict.fromkeys(rule.source.names, value)
    if target.external_url:
        scheme, separator, rest = target.external_url.partition("://")
        return f"{scheme}{separator}{PathPattern(rest).fill(values)}"
    return f"{base}/{PathPattern(quote(target.path, safe=_SAFE)).fill(values)}{target.suffix}"


def _nginx_map(name: str, entries: Iterable[tuple[str, str]]) -> str:
    lines = [f"map $uri $sitejson_{name} {{", '    default "";']
    lines += [f"    {_nginx_string(key)} {_nginx_string(value)};" for key, value in entries]
    return "\n".join([*lines, "}", ""])


def _nginx_string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _escape_variables(url: str) -> str:
    """Escape ``$``, which begins a variable of nginx."""
    return url.replace("$", "%24")


def _escape_regex(text: str) -> str:
    return "".join(f"\\{char}" if char in r"\.+*?()[]{}^$|" else char for char in text)


def _page_redirect(line: ServerLine) -> dict[str, object]:
    return {
        "type": "page",
        "from_url": line.source,
        "to_url": line.target,
        "http_status": line.status,
    }
