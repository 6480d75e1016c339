"""Plan the redirects of a site: expand wildcards, follow chains, report loops and dead targets.

Sources may have wildcards: ``:slug*`` for any rest, ``:slug`` for one segment, ``*`` at the end.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from sphinx_sitejson.common.problems import (
    JsonPath,
    LocateSetting,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.common.records import record
from sphinx_sitejson.navigation.site_urls import SiteUrl, page_at, parse_site_url
from sphinx_sitejson.settings.site import Redirect

MAX_LISTED = 10


def find_loops(following: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the loops: ``{"a": "b", "b": "a"}`` gives ``["a", "b", "a"]``."""
    done: set[str] = set()
    for start in following:
        chain = []
        here = start
        while here in following and here not in done:
            done.add(here)
            chain.append(here)
            here = following[here]
        if here in chain:
            loop = chain[chain.index(here) :]
            first = loop.index(min(loop))
            yield [*loop[first:], *loop[: first + 1]]


# ``:slug*`` for any rest, ``:slug`` for one segment, ``*`` at the end for any rest.
_WILDCARD = re.compile(r":([A-Za-z_]\w*)\*?|\*\Z")


@dataclass(frozen=True)
class PathPattern:
    """A path that may have wildcards, such as ``guides/:slug*``."""

    text: str

    @cached_property
    def names(self) -> list[str]:
        """The names of its wildcards; that of ``*`` is empty."""
        return list(dict.fromkeys(_WILDCARD.findall(self.text)))

    @cached_property
    def is_prefix_pattern(self) -> bool:
        """Whether its only wildcard is at the end and matches any rest."""
        first = _WILDCARD.search(self.text)
        return first is not None and first.end() == len(self.text) and first[0].endswith("*")

    @property
    def prefix(self) -> str:
        """The text before the first wildcard."""
        return _WILDCARD.split(self.text, maxsplit=1)[0]

    def match(self, path: str) -> dict[str, str] | None:
        """Return the values of the wildcards in a path, or None if it does not match."""
        match = self._expression.fullmatch(path)
        return dict(zip(self.names, match.groups(""), strict=True)) if match else None

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the path with the wildcards replaced by values."""
        text = _WILDCARD.sub(lambda match: values.get(match[1] or "", ""), self.text)
        return re.sub(r"/{2,}", "/", text).strip("/")

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        pattern, end = "", 0
        seen: set[str] = set()
        for match in _WILDCARD.finditer(self.text):
            before = re.escape(self.text[end : match.start()])
            name, end = match[1] or "", match.end()
            if name in seen:
                pattern += rf"{before}(?:\{self.names.index(name) + 1})"
            elif not match[0].endswith("*"):
                pattern += f"{before}([^/]+)"
            elif before.endswith("/"):
                # "/guides/:slug*" also matches "/guides".
                pattern += f"{before[:-1]}(?:/(.*))?"
            else:
                pattern += f"{before}(.*)"
            seen.add(name)
        return re.compile(pattern + re.escape(self.text[end:]))


MAX_WILDCARDS = 4
"""Each wildcard makes matching more expensive."""


@record
class PlannedRedirect:
    """A redirect of one path, or of all paths that match a pattern."""

    path: str
    """The path from the root, without ``.html``; empty for the root itself."""
    target: SiteUrl
    """The final target, once the redirect is resolved."""
    page: str = ""
    """The name of the target page, if the target is a page."""
    is_permanent: bool
    has_suffix: bool = False
    """Whether the path was written with ``.html``."""
    at: JsonPath = field(default=(), compare=False)

    @property
    def source(self) -> PathPattern:
        """The path with its wildcards."""
        return PathPattern(self.path)


@dataclass(frozen=True)
class RedirectPlan:
    """All redirects of a site."""

    resolved: tuple[PlannedRedirect, ...] = ()
    rules: tuple[PlannedRedirect, ...] = ()
    """Redirects with wildcards, for servers that support them."""
    folders: tuple[PlannedRedirect, ...] = ()
    """Redirects of folders without an index page to the first page in them."""
    problems: tuple[Problem, ...] = ()

    def find(self, path: str) -> PlannedRedirect | None:
        """Return the redirect of a path; None if it has none."""
        return self._by_path.get(normalize_source(path))

    @cached_property
    def _by_path(self) -> dict[str, PlannedRedirect]:
        return {resolved.path: resolved for resolved in (*self.folders, *self.resolved)}


class SiteContent(NamedTuple):
    """Pages and files of the site."""

    pages: Collection[str]
    is_file: Callable[[str], bool] = lambda path: False
    """Whether a path is a file other than a page."""
    has_server: bool = False
    """Whether the redirects are also written in a format for servers."""
    base_path: str = ""
    """The path of the site on its host; redirects may include it."""
    reading_order: Sequence[str] = ()
    """The pages in the order of the navigation, to find the first page of a folder."""
    new_pages: Collection[str] = ()
    """Pages that did not exist before; wildcards do not match them."""
    moved_pages: Mapping[str, SiteUrl] = {}
    """Names of pages that this site would have if others did not replace them."""
    may_have_had: Callable[[str], bool] = lambda path: False
    """Whether a page may be missing only because its API document cannot be read."""


def plan_redirects(
    redirects: Iterable[Redirect], content: SiteContent, locate: LocateSetting
) -> RedirectPlan:
    """Resolve all redirects; those that cannot work are skipped and reported."""
    planner = _Planner(content, locate)
    rules = list(filter(None, map(planner.read, redirects)))
    for rule in rules:
        if not rule.source.names:
            planner.add(rule)
    patterns = tuple(rule for rule in rules if rule.source.names and planner.expand(rule))
    planner.report_missing_server()
    planner.add_moved_pages()
    resolved = tuple(planner.resolve_all())
    used_paths = {url.path for url in resolved}
    folders = tuple(
        PlannedRedirect(path=path, target=SiteUrl(path=page), page=page, is_permanent=False)
        for path, page in planner.first_pages.items()
        if path not in used_paths and not content.is_file(path)
    )
    return RedirectPlan(resolved, patterns, folders, tuple(planner.problems))


def normalize_source(path: str) -> str:
    """Normalize a path: ``old.html`` and ``old/index`` give ``old``."""
    for suffix in (".html", ".htm"):
        path = path.removesuffix(suffix)
    return "" if path == "index" else path.removesuffix("/index")


class _Planner:
    """Collects resolved redirects and problems."""

    def __init__(self, content: SiteContent, locate: LocateSetting) -> None:
        self.content = content
        self.locate = locate
        self.problems: dict[Problem, None] = {}
        self.resolved: dict[str, PlannedRedirect] = {}
        self._finals: dict[str, PlannedRedirect] = {}
        self._needing_server: list[PlannedRedirect] = []

    @cached_property
    def first_pages(self) -> dict[str, str]:
        """The first page in each folder without an index page."""
        result: dict[str, str] = {}
        for page in self.content.reading_order:
            folder = page.rpartition("/")[0]
            while folder:
                result.setdefault(folder, page)
                folder = folder.rpartition("/")[0]
        return {path: page for path, page in result.items() if not self._exact_page(path)}

    @cached_property
    def _sorted_pages(self) -> list[tuple[str, str]]:
        """The normalized paths of all pages, with their names."""
        return sorted((normalize_source(page), page) for page in self.content.pages)

    def _exact_page(self, path: str) -> str | None:
        return page_at(path, self.content.pages)

    def _page(self, path: str) -> str | None:
        """Return the page of a destination; for a folder, the first page in it."""
        if not path and self.content.reading_order:
            return self._exact_page(path) or self.content.reading_order[0]
        return self._exact_page(path) or self.first_pages.get(path)

    def read(self, redirect: Redirect) -> PlannedRedirect | None:
        source, target = parse_site_url(redirect.source), parse_site_url(redirect.destination)
        at, destination = redirect.at, quoted(redirect.destination)
        if source is None or source.external_url or source.suffix:
            reason = f"{quoted(redirect.source)} is not the path of a page"
            self._report_skipped(at, "source", reason)
            return None
        if target is None:
            self._report_skipped(at, "destination", f"{destination} is neither a path nor a URL")
            return None
        source, target = self._strip_base_path(source), self._strip_base_path(target)
        pattern = PathPattern(normalize_source(source.path))
        names = set(PathPattern(target.path).names)
        if names and (names - set(pattern.names) or len(pattern.names) > MAX_WILDCARDS):
            reason = f"the wildcards of {destination} are not those of the source"
            self._report_skipped(at, "destination", reason)
            return None
        return PlannedRedirect(
            path=pattern.text,
            target=target,
            is_permanent=redirect.permanent,
            at=at,
            has_suffix=source.path.endswith((".html", ".htm")),
        )

    def _strip_base_path(self, url: SiteUrl) -> SiteUrl:
        """Return a URL without the base path of the site."""
        base = self.content.base_path.strip("/")
        if base and f"{url.path}/".startswith(f"{base}/"):
            return replace(url, path=url.path[len(base) + 1 :])
        return url

    def add(self, rule: PlannedRedirect) -> None:
        if use := self._find_use(rule.path):
            self._report_skipped(rule.at, "source", f"{_quote_path(rule.path)} is {use}")
        else:
            self.resolved[rule.path] = rule

    def _find_use(self, path: str) -> str:
        """Return what uses a path, for a message; empty if it is free."""
        if self._exact_page(path):
            return "a page of this site"
        if self.content.is_file(path):
            return "a file of this site"
        return "redirected already" if path in self.resolved else ""

    def add_moved_pages(self) -> None:
        for name, target in self.content.moved_pages.items():
            path = normalize_source(name)
            if not self._find_use(path):
                self.resolved[path] = PlannedRedirect(path=path, target=target, is_permanent=False)

    def expand(self, rule: PlannedRedirect) -> bool:
        """Add the paths that a pattern matches; return whether it has any effect."""
        source, target = rule.source, PathPattern(rule.target.path)
        start = source.fill({})
        if target.names:
            results = dict(self._expanded(rule))
            # "/docs/:slug*" also matches "/docs".
            has_start = results and start and source.is_prefix_pattern and start not in results
            if has_start and not self._find_use(start) and self._page(target.fill({})):
                results[start] = target.fill({})
            for path, page in results.items():
                final = SiteUrl(path=page, suffix=rule.target.suffix)
                self.resolved[path] = replace(rule, path=path, target=final)
            if not results:
                reason = f"{_quote_path(target.text)} matches no page"
                self._report_skipped(rule.at, "destination", reason)
            return bool(results)
        has_start = source.is_prefix_pattern and not PathPattern(rule.target.external_url).names
        if has_start and start not in self.resolved and not self._exact_page(start):
            self.resolved[start] = replace(rule, path=start)
        if not self.content.has_server:
            self._needing_server.append(rule)
        return bool(rule.target.external_url) or self._exists(rule.target.path)

    def report_missing_server(self) -> None:
        """Report patterns that match URLs without a page, at the first one."""
        if not self._needing_server:
            return
        first, *others = self._needing_server
        count = f" and {len(others)} other{'s' if len(others) > 1 else ''} match" if others else ""
        self._report(
            (*first.at, "source"),
            f"{_quote_path(first.path)}{count or ' matches'} URLs that only a server can "
            'redirect; name its format in "sitejson_redirect_formats".',
        )

    def _expanded(self, rule: PlannedRedirect) -> Iterator[tuple[str, str]]:
        pattern, target = rule.source, PathPattern(normalize_source(rule.target.path))
        prefix = target.prefix.rstrip("/")
        for path, page in self._sorted_pages[bisect_left(self._sorted_pages, (prefix, "")) :]:
            if not path.startswith(prefix):
                break
            values = target.match(path)
            if values is None or page in self.content.new_pages:
                continue
            source = pattern.fill(values)
            if not self._find_use(source):
                yield source, path

    def resolve_all(self) -> Iterator[PlannedRedirect]:
        """Yield each redirect with its final target."""
        in_loop = self._loops()
        for path, resolved in sorted(self.resolved.items()):
            if path in in_loop:
                continue
            last = self._follow(resolved, in_loop)
            if last is not resolved:
                self._report(
                    (*resolved.at, "destination"),
                    f"{_quote_path(resolved.target.path)} is itself redirected; readers are sent "
                    f"directly to {quoted(last.target.external_url or f'/{last.target.path}')}.",
                    is_repaired=True,
                )
            target = last.target.path
            if last.target.external_url:
                yield last
            elif page := self._page(target):
                yield replace(last, page=page)
            elif self.content.is_file(target):
                yield last
            elif not self.content.may_have_had(target):
                reason = f"{_quote_path(target)} is not a page of this site"
                hint = did_you_mean(target, self.content.pages)
                self._report_skipped(last.at, "destination", reason, hint)

    def _loops(self) -> set[str]:
        following = {
            path: normalize_source(resolved.target.path)
            for path, resolved in self.resolved.items()
            if not resolved.target.external_url
        }
        loops = sorted(find_loops(following))
        for loop in loops:
            names = [f"/{name}" for name in loop]
            if len(names) > MAX_LISTED:
                names[MAX_LISTED // 2 : -MAX_LISTED // 2] = ["…"]
            chain = " → ".join(names)
            self._report_skipped(self.resolved[loop[0]].at, "source", f"a loop, {chain}")
        return {path for loop in loops for path in loop}

    def _follow(self, resolved: PlannedRedirect, in_loop: set[str]) -> PlannedRedirect:
        """Return a redirect with its final target; each is followed only once."""
        chain = [resolved]
        while chain[-1].path not in self._finals and not chain[-1].target.external_url:
            key = normalize_source(chain[-1].target.path)
            if key in in_loop or key not in self.resolved:
                break
            chain.append(self.resolved[key])
        last = self._finals.setdefault(chain[-1].path, chain[-1])
        for passed in reversed(chain[:-1]):
            target = replace(last.target, suffix=passed.target.suffix or last.target.suffix)
            is_permanent = passed.is_permanent and last.is_permanent
            last = replace(passed, target=target, is_permanent=is_permanent)
            self._finals[passed.path] = last
        return last

    def _exists(self, path: str) -> bool:
        is_known = bool(self._page(path)) or self.content.is_file(path)
        return is_known or normalize_source(path) in self.resolved

    def _report_skipped(self, at: JsonPath, key: str, reason: str, hint: str = "") -> None:
        self._report((*at, key), f"{reason}; the redirect was ignored.{hint}")

    def _report(self, at: JsonPath, message: str, *, is_repaired: bool = False) -> None:
        code, location = ProblemCode.REDIRECT, self.locate(at)
        self.problems.setdefault(Problem(code, message, location, is_repaired=is_repaired))


def _quote_path(path: str) -> str:
    return quoted(f"/{path}")
