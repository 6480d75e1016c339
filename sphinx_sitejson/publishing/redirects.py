"""Plan the redirects of a site: expand wildcards, follow chains, report loops and dead targets.

Sources may have wildcards: ``:slug*`` for any rest, ``:slug`` for one segment, ``*`` at the end.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import JsonPath, Problem, ProblemCode, did_you_mean, quoted

from .site_urls import SiteAddress, page_at, read_address

if TYPE_CHECKING:
    from sphinx_sitejson.navigation.tree import LocateSetting
    from sphinx_sitejson.settings.site import Redirect

MOST_SHOWN = 10


def loops_in(following: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the ways that lead back to where they begin, each from its first name."""
    done: set[str] = set()
    for start in following:
        way: dict[str, None] = {}
        here = start
        while here in following and here not in done and here not in way:
            way[here] = None
            here = following[here]
        if here in way:
            names = list(way)
            loop = names[names.index(here) :]
            first = loop.index(min(loop))
            yield [*loop[first:], *loop[: first + 1]]
        done.update(way)


def shortened_list(names: Sequence[str]) -> Sequence[str]:
    """Leave out the middle of a long list of names."""
    if len(names) <= MOST_SHOWN:
        return names
    return [*names[: MOST_SHOWN // 2], "…", *names[-MOST_SHOWN // 2 :]]


_NAMED = re.compile(r":(?P<name>[A-Za-z_]\w*)(?P<rest>\*?)|(?P<star>\*)\Z")
_LAST = "*"
"""The name of the part that a bare ``*`` stands for."""


@dataclass(frozen=True)
class PathPattern:
    """A path with wildcards, or without."""

    text: str

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of its wildcards."""
        return frozenset(_name_of(found) for found in _NAMED.finditer(self.text))

    @cached_property
    def is_for_the_rest(self) -> bool:
        """Whether its only wildcard takes all that follows."""
        found = [*_NAMED.finditer(self.text)]
        return len(found) == 1 and _takes_rest(found[0]) and found[0].end() == len(self.text)

    @property
    def prefix(self) -> str:
        """What stands before the first wildcard."""
        found = _NAMED.search(self.text)
        return self.text[: found.start()] if found else self.text

    def match(self, path: str) -> dict[str, str] | None:
        """Return what the wildcards stand for in a path, or None if it does not fit."""
        found = self._expression.fullmatch(path)
        if found is None:
            return None
        return {name: found[index] or "" for index, name in enumerate(self._order, 1)}

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the path with values in place of the wildcards."""
        text = _NAMED.sub(lambda found: values.get(_name_of(found), ""), self.text)
        return re.sub(r"/{2,}", "/", text).rstrip("/")

    @cached_property
    def _order(self) -> list[str]:
        return list(dict.fromkeys(_name_of(found) for found in _NAMED.finditer(self.text)))

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        pattern, end = "", 0
        seen: set[str] = set()
        for found in _NAMED.finditer(self.text):
            before = self.text[end : found.start()]
            pattern += _wildcard(before, found, seen, self._order)
            end = found.end()
        return re.compile(pattern + re.escape(self.text[end:]))


def has_wildcard(text: str) -> bool:
    """Whether a path has a wildcard."""
    return _NAMED.search(text) is not None


def _wildcard(before: str, found: re.Match[str], seen: set[str], order: list[str]) -> str:
    name = _name_of(found)
    if name in seen:
        return re.escape(before) + rf"(?:\{order.index(name) + 1})"
    seen.add(name)
    if not _takes_rest(found):
        return re.escape(before) + "([^/]+)"
    if before.endswith("/"):
        # "/guides/:slug*" is "/guides" as well.
        return re.escape(before[:-1]) + r"(?:/(.*))?"
    return re.escape(before) + "(.*)"


def _name_of(found: re.Match[str]) -> str:
    return found["name"] or _LAST


def _takes_rest(found: re.Match[str]) -> bool:
    return bool(found["star"] or found["rest"])


MOST_WILDCARDS = 4
"""How many wildcards one path may have; each makes matching dearer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectRule:
    """A redirect as its owner wrote it, taken apart."""

    source: PathPattern
    target: SiteAddress
    is_permanent: bool
    at: JsonPath
    has_suffix: bool = False
    """Whether the source was written with ``.html``."""

    @property
    def is_pattern(self) -> bool:
        """Whether it stands for many addresses."""
        return bool(self.source.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One address that leads elsewhere."""

    path: str
    """The path from the root, without ``.html``; empty for the root itself."""
    target: SiteAddress
    page: str = ""
    """The name of the page it leads to, if it is a page."""
    is_permanent: bool = True
    has_suffix: bool = False
    at: JsonPath = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class RedirectPlan:
    """All redirects of a site."""

    moved: tuple[Moved, ...] = ()
    rules: tuple[RedirectRule, ...] = ()
    """Those with wildcards, for servers that understand them."""
    folders: tuple[Moved, ...] = ()
    """Folders without a page of their own; each leads to the first page in it."""
    problems: tuple[Problem, ...] = ()

    def find(self, path: str) -> Moved | None:
        """Return what is known of an address that moved."""
        return self._by_path.get(source_key(path))

    @cached_property
    def _by_path(self) -> dict[str, Moved]:
        return {moved.path: moved for moved in (*self.folders, *self.moved)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteContent:
    """What the site has besides redirects."""

    pages: Collection[str]
    is_file: Callable[[str], bool] = lambda path: False
    """Whether a path is that of a file which is no page."""
    has_server: bool = False
    """Whether the redirects are also written for a server."""
    base_path: str = ""
    """The path of the site on its host; redirects may be written with it or without."""
    reading_order: Sequence[str] = ()
    """The pages of the navigation, which tell what the first page of a folder is."""
    new_pages: Collection[str] = ()
    """Pages that no address can have led to before; wildcards do not stand for them."""


def plan_redirects(
    redirects: Iterable[Redirect], content: SiteContent, locate: LocateSetting
) -> RedirectPlan:
    """Work out where each address leads; what cannot work is left out and reported."""
    planner = _Planner(content, locate)
    rules = [rule for rule in map(planner.read, redirects) if rule is not None]
    for rule in rules:
        if not rule.is_pattern:
            planner.add(rule)
    patterns = [rule for rule in rules if rule.is_pattern and planner.expand(rule)]
    moved = tuple(planner.finished())
    taken = {address.path for address in moved}
    folders = (
        Moved(path=path, target=SiteAddress(path=page), page=page, is_permanent=False)
        for path, page in planner.first_pages.items()
        if path not in taken and not content.is_file(path)
    )
    return RedirectPlan(
        moved=moved,
        rules=tuple(patterns),
        folders=tuple(folders),
        problems=tuple(planner.problems),
    )


def source_key(path: str) -> str:
    """Return the one spelling of a path: ``old``, ``old.html`` and ``old/index`` are the same."""
    for suffix in (".html", ".htm"):
        path = path.removesuffix(suffix)
    return "" if path == "index" else path.removesuffix("/index")


class _Planner:
    """Collects the addresses that moved, and the problems on the way."""

    def __init__(self, content: SiteContent, locate: LocateSetting) -> None:
        self.content = content
        self.locate = locate
        self.problems: dict[Problem, None] = {}
        self.moved: dict[str, Moved] = {}
        self._finals: dict[str, Moved] = {}

    @cached_property
    def first_pages(self) -> dict[str, str]:
        """The first page in each folder that has no page of its own."""
        found: dict[str, str] = {}
        for page in self.content.reading_order:
            folder = page.rpartition("/")[0]
            while folder:
                found.setdefault(folder, page)
                folder = folder.rpartition("/")[0]
        return {path: page for path, page in found.items() if not self._own_page(path)}

    @cached_property
    def _sorted_pages(self) -> list[tuple[str, str]]:
        """The addresses of all pages, with their names."""
        return sorted((source_key(page), page) for page in self.content.pages)

    def _own_page(self, path: str) -> str | None:
        return page_at(path, self.content.pages)

    def _page(self, path: str) -> str | None:
        """Return the page that a destination means; a folder means the first page in it."""
        if not path and self.content.reading_order:
            return self._own_page(path) or self.content.reading_order[0]
        return self._own_page(path) or self.first_pages.get(path)

    def read(self, redirect: Redirect) -> RedirectRule | None:
        source, target = read_address(redirect.source), read_address(redirect.destination)
        if source is None or source.elsewhere or source.ending:
            self._complain(
                redirect.at, "source", f"{quoted(redirect.source)} is not the path of a page"
            )
            return None
        if target is None:
            reason = f"{quoted(redirect.destination)} is neither a path nor a URL"
            self._complain(redirect.at, "destination", reason)
            return None
        source, target = self._from_root(source), self._from_root(target)
        pattern = PathPattern(source_key(source.path))
        unknown = PathPattern(target.path or target.elsewhere).names - pattern.names
        if has_wildcard(target.path) and (unknown or len(pattern.names) > MOST_WILDCARDS):
            reason = f"the wildcards of {quoted(redirect.destination)} are not those of the source"
            self._complain(redirect.at, "destination", reason)
            return None
        return RedirectRule(
            source=pattern,
            target=target,
            is_permanent=redirect.permanent,
            at=redirect.at,
            has_suffix=source.path.endswith((".html", ".htm")),
        )

    def _from_root(self, address: SiteAddress) -> SiteAddress:
        """Return an address without the path of the site on its host."""
        base = self.content.base_path.strip("/")
        if base and address.path == base:
            return replace(address, path="")
        if base and address.path.startswith(f"{base}/"):
            return replace(address, path=address.path.removeprefix(f"{base}/"))
        return address

    def add(self, rule: RedirectRule) -> None:
        path = rule.source.text
        if self._own_page(path) or self.content.is_file(path):
            kind = "page" if self._own_page(path) else "file"
            self._complain(rule.at, "source", f"{_shown(path)} is a {kind} of this site")
        elif path in self.moved:
            self._complain(rule.at, "source", f"{_shown(path)} is redirected already")
        else:
            self._move(path, rule.target, rule)

    def expand(self, rule: RedirectRule) -> bool:
        """Find the addresses that a pattern stands for; say whether it is of use at all."""
        if rule.target.path and has_wildcard(rule.target.path):
            found = [*self._expanded(rule)]
            for path, page in found:
                self._move(path, SiteAddress(path=page, ending=rule.target.ending), rule)
            if found:
                return True
            self._complain(rule.at, "destination", f"{_shown(rule.target.path)} matches no page")
            return False
        if rule.source.is_for_the_rest and not has_wildcard(rule.target.elsewhere):
            start = rule.source.filled({})
            if start not in self.moved and not self._own_page(start):
                self._move(start, rule.target, rule)
        if not self.content.has_server:
            self._report(
                (*rule.at, "source"),
                f"{_shown(rule.source.text)} matches URLs that only a server can "
                'redirect; name its format in "sitejson_redirect_formats".',
            )
        return bool(rule.target.elsewhere) or self._exists(rule.target.path)

    def _expanded(self, rule: RedirectRule) -> Iterator[tuple[str, str]]:
        target = PathPattern(source_key(rule.target.path))
        prefix = target.prefix.rstrip("/")
        for path, page in self._sorted_pages[bisect_left(self._sorted_pages, (prefix, "")) :]:
            if not path.startswith(prefix):
                break
            values = target.match(path)
            if values is None or page in self.content.new_pages:
                continue
            source = rule.source.filled(values)
            is_free = source not in self.moved and not self.content.is_file(source)
            if is_free and not self._own_page(source):
                yield source, path

    def finished(self) -> Iterator[Moved]:
        """Yield each address with where it finally leads."""
        in_loop = self._loops()
        for path, moved in sorted(self.moved.items()):
            if path in in_loop:
                continue
            last = self._follow(moved, in_loop)
            if last is not moved:
                self._report(
                    (*moved.at, "destination"),
                    f"{_shown(moved.target.path)} is itself redirected; readers are sent "
                    f"directly to {_shown_address(last.target)}.",
                )
            if last.target.elsewhere:
                yield last
            elif page := self._page(last.target.path):
                yield replace(last, page=page)
            elif self.content.is_file(last.target.path):
                yield last
            else:
                self._report_dead_target(last)

    def _loops(self) -> set[str]:
        following = {
            path: source_key(moved.target.path)
            for path, moved in self.moved.items()
            if not moved.target.elsewhere
        }
        loops = sorted(loops_in(following))
        for loop in loops:
            way = " → ".join(f"/{name}" for name in shortened_list(loop))
            self._complain(self.moved[loop[0]].at, "source", f"a loop, {way}")
        return {path for loop in loops for path in loop}

    def _follow(self, moved: Moved, in_loop: set[str]) -> Moved:
        """Return where an address leads in the end; each is followed only once."""
        chain = [moved]
        while chain[-1].path not in self._finals and not chain[-1].target.elsewhere:
            key = source_key(chain[-1].target.path)
            if key in in_loop or key not in self.moved:
                break
            chain.append(self.moved[key])
        last = self._finals.setdefault(chain[-1].path, chain[-1])
        for passed in reversed(chain[:-1]):
            target = replace(last.target, ending=passed.target.ending or last.target.ending)
            is_permanent = passed.is_permanent and last.is_permanent
            last = replace(passed, target=target, is_permanent=is_permanent)
            self._finals[passed.path] = last
        return last

    def _exists(self, path: str) -> bool:
        is_known = bool(self._page(path)) or self.content.is_file(path)
        return is_known or source_key(path) in self.moved

    def _move(self, path: str, target: SiteAddress, rule: RedirectRule) -> None:
        self.moved[path] = Moved(
            path=path,
            target=target,
            is_permanent=rule.is_permanent,
            has_suffix=rule.has_suffix,
            at=rule.at,
        )

    def _report_dead_target(self, moved: Moved) -> None:
        path = moved.target.path
        self._report(
            (*moved.at, "destination"),
            f"{_shown(path)} is not a page of this site; the redirect is left out."
            + did_you_mean(path, self.content.pages),
        )

    def _complain(self, at: JsonPath, key: str, reason: str) -> None:
        self._report((*at, key), f"{reason}; the redirect is left out.")

    def _report(self, at: JsonPath, message: str) -> None:
        problem = Problem(code=ProblemCode.REDIRECT, message=message, place=self.locate(at))
        self.problems.setdefault(problem)


def _shown(path: str) -> str:
    return quoted(f"/{path}")


def _shown_address(address: SiteAddress) -> str:
    return quoted(address.elsewhere) if address.elsewhere else _shown(address.path)
