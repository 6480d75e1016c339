"""Resolve the links of pages; find those that lead nowhere."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.std import StandardDomain
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from sphinx_sitejson.common.characters import comparable_slug
from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.navigation.authored_pages import OperationBinding, SchemaBinding
from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.navigation.locations import is_external
from sphinx_sitejson.navigation.page_index import is_not_found
from sphinx_sitejson.navigation.page_links import LINK_DOMAIN, project_file
from sphinx_sitejson.navigation.site_urls import paths_below_base
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.extension_points import is_check_on
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.output_files import makes_web_pages, site_contents
from sphinx_sitejson.site_build.page_failures import page_guard
from sphinx_sitejson.site_build.reports import report

from .redirect_files import redirect_plan

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.common.problems import LocateSetting
    from sphinx_sitejson.navigation.page_index import BoundFact
    from sphinx_sitejson.reference.views.listings import ListingFact
    from sphinx_sitejson.settings.site import SiteSettings

    from .redirects import ResolvedRedirect

PathExists = Callable[[str], bool]
"""Whether a path from the root of the site is a page, a file or a redirect."""

_SILENT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|textarea)\b.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_VALUE = r"\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))"
_HREF = re.compile(rf"<a\s[^<>]*?(?<![\w-])href{_VALUE}", re.IGNORECASE)
_ID = re.compile(rf"<[a-z][^<>]*?\s(?:id|name){_VALUE}", re.IGNORECASE)
_OTHER_EDITION = re.compile(
    r"/[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?/(?:latest|stable|main|master|dev(?:el)?|v?\d[\w.-]*)(?:[/?#]|$)"
)


def links_in_html(html: str) -> Iterator[tuple[str, int]]:
    """Yield the targets of links in HTML, each with the number of lines before it.

    Comments and scripts are ignored.
    """
    seen = _SILENT.sub(lambda match: "\n" * match[0].count("\n"), html)
    for match in _HREF.finditer(seen):
        yield _attribute_value(match), seen.count("\n", 0, match.start())


def ids_in_html(html: str) -> Iterator[str]:
    """Yield the ids and anchor names in HTML."""
    if "id" in html or "name" in html:
        yield from map(_attribute_value, _ID.finditer(_SILENT.sub("", html)))


def _attribute_value(match: re.Match[str]) -> str:
    return unescape(next(group for group in match.groups() if group is not None))


def is_other_edition(url: str) -> bool:
    """Whether a path is that of another version or language, such as ``/en/latest/``."""
    return _OTHER_EDITION.match(url) is not None


def settings_links(settings: SiteSettings) -> Iterator[tuple[JsonPath, str]]:
    """Yield the links of the settings that every page shows, with their JSON paths."""
    if settings.logo and settings.logo.href:
        yield ("logo", "href"), settings.logo.href
    for index, link in enumerate(settings.topbar_links):
        if link.url:
            yield ("topbarLinks", index, "url"), link.url
    if settings.topbar_cta_button and settings.topbar_cta_button.url:
        yield ("topbarCtaButton", "url"), settings.topbar_cta_button.url
    for column, part in enumerate(settings.footer.links):
        for index, entry in enumerate(part.links):
            yield ("footer", "links", column, "links", index, "url"), entry.url
    if settings.outline:
        for division in (*settings.outline.all_divisions(), *settings.outline.links):
            if division.is_link:
                yield (*division.at, "href"), division.href


def dead_settings_links(
    settings: SiteSettings, path_exists: PathExists, locate: LocateSetting, pages: list[str]
) -> Iterator[Problem]:
    """Yield a problem for each link of the settings whose target does not exist."""
    for at, url in settings_links(settings):
        path = unquote(url.partition("#")[0].partition("?")[0])
        if not is_site_path(url) or path_exists(path):
            continue
        yield Problem(
            code=ProblemCode.BROKEN_LINK,
            message=f"{quoted(url)} is not a page of this site."
            f"{did_you_mean(url.strip('/'), pages)}",
            location=locate(at),
        )


def is_site_path(url: str) -> bool:
    """Whether a link is a path of this site."""
    is_other = is_external(url) or ":" in url.split("/", 1)[0] or url.startswith("//")
    is_other = is_other or is_other_edition(url)
    return bool(url) and not is_other and not url.startswith(("#", "?"))


BUILT_IN_FRAGMENTS = frozenset({"", "top"})
"""Fragments that browsers support on every page."""


def strip_text_fragment(fragment: str) -> str:
    """Return a fragment without its text directive: ``a:~:text=b`` gives ``a``."""
    return fragment.partition(":~:")[0]


def find_page_anchors(env: BuildEnvironment, page: str) -> frozenset[str] | None:
    """Return the ids of a page, or ``None`` if they are unknown."""
    domain = site_domain(env)
    recorded, facts = domain.anchors.get(page), domain.bound.get(page, ())
    is_incomplete = any(map(is_not_found, facts)) and bool(site_documents(env).unread)
    if recorded is None or is_incomplete:
        return None
    bound = (_binding_ids(env, fact) for fact in facts)
    listed = (_listing_ids(env, fact) for fact in domain.listings.get(page, ()))
    return recorded.union(*bound, *listed)


def _binding_ids(env: BuildEnvironment, fact: BoundFact) -> frozenset[str]:
    """Return the ids that templates generate for an operation or a schema."""
    from sphinx_sitejson.reference.view_cache import reference_views

    views, binding = reference_views(env), fact.binding
    if not fact.location or site_documents(env).library.document_at(fact.location) is None:
        return frozenset()
    if isinstance(binding, OperationBinding):
        return views.ids("operation", fact.location, binding.key, fact.anchor)
    if isinstance(binding, SchemaBinding):
        return views.ids("schema", fact.location, binding.name, fact.anchor)
    return frozenset()


def _listing_ids(env: BuildEnvironment, fact: ListingFact) -> frozenset[str]:
    """Return the ids that templates generate for the operations and schemas of a listing."""
    from sphinx_sitejson.reference.view_cache import reference_views

    views = reference_views(env)
    if not fact.digest or site_documents(env).library.document_at(fact.location) is None:
        return frozenset()
    page_name = [("operation", *entry) for entry in fact.operations]
    page_name += [("schema", *entry) for entry in fact.schemas]
    return frozenset().union(
        *(views.ids(kind, fact.location, name, at, fact.detail) for kind, name, at in page_name)
    )


def collect_anchors(app: Sphinx, doctree: nodes.document) -> None:
    """Collect the ids of a page; those of a page that failed are unknown."""
    if page_guard(app.env).has_failed(app.env.docname):
        return
    site_domain(app.env).anchors[app.env.docname] = frozenset(_ids_in(doctree))


def collect_untitled_links(app: Sphinx, doctree: nodes.document) -> None:
    """Collect the targets whose titles a page shows, because its links have no text."""
    targets = dict.fromkeys(
        link["reftarget"]
        for link in doctree.findall(addnodes.pending_xref)
        if link.get("refdomain") == LINK_DOMAIN and link["reftype"] != "file" and not link.children
    )
    if targets:
        site_domain(app.env).untitled_links[app.env.docname] = tuple(targets)


def linked_titles(env: BuildEnvironment, docname: str) -> tuple[str, ...]:
    """Return the titles of pages and sections that links without text on a page show."""
    targets = site_domain(env).untitled_links.get(docname, ())
    found = (find_link(env, target, docname) for target in targets)
    return tuple(
        linked_title(env, page, fragment)
        for page, fragment, _query in (link for link in found if not isinstance(link, str))
    )


def linked_title(env: BuildEnvironment, page: str, fragment: str) -> str:
    """Return the title of what a link leads to: of a section, figure or table, or of the page."""
    if fragment and (title := _title_of_id(env, page, fragment)):
        return title
    page_title = env.titles.get(page)
    return readable_text(page_title) if page_title is not None else page


def _title_of_id(env: BuildEnvironment, page: str, node_id: str) -> str:
    entries = env.tocs[page].findall(nodes.reference) if page in env.tocs else ()
    sections = (
        readable_text(entry) for entry in entries if entry.get("anchorname") == f"#{node_id}"
    )
    labels = (
        title
        for labeled_page, label_id, title in _standard_domain(env).labels.values()
        if (labeled_page, label_id) == (page, node_id)
    )
    return next(chain(sections, labels), "")


def _ids_in(doctree: nodes.document) -> Iterator[str]:
    for node in doctree.findall(nodes.Element):
        yield from node["ids"]
        if isinstance(node, nodes.raw) and "html" in str(node.get("format", "")):
            yield from ids_in_html(node.astext())


_SUFFIX = re.compile(r"\.(?:mdx|md|rst|html)$", re.IGNORECASE)
_MAX_CANDIDATES = 300


class ResolvePageLinks(SphinxPostTransform):
    """Replaces pending links by references."""

    # Before the resolvers of MyST (9) and Sphinx (10).
    default_priority = 5

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link.get("refdomain") == LINK_DOMAIN:
                self.resolve(link)

    @property
    def builder(self) -> Builder:
        """The builder that writes the pages."""
        return site_of(self.env).builder

    def resolve(self, link: addnodes.pending_xref) -> None:
        """Replace one link."""
        docname = link.get("refdoc") or self.env.docname
        if link["reftype"] == "file":
            link.replace_self(self.file_link(link, docname))
            return
        found = find_link(self.env, link["reftarget"], docname)
        if isinstance(found, str):
            self.replace_unresolved(link, docname, found)
            return
        page, fragment, query = found
        try:
            uri = self.builder.get_relative_uri(docname, page)
        except NoUri:
            self.keep_link_text(link)
            return
        link.replace_self(self.page_link(link, docname, page, uri, fragment, query))

    def page_link(
        self,
        link: addnodes.pending_xref,
        docname: str,
        page: str,
        uri: str,
        fragment: str,
        query: str,
    ) -> nodes.reference:
        """Return the reference to a page, or to an anchor on it."""
        reference = _reference(link, internal=True)
        if page == docname and fragment and not query:
            reference["refid"] = fragment
        else:
            url, _hash, rest = uri.partition("#")
            fragment = fragment or rest
            url = f"{url}?{query}" if query else url
            reference["refuri"] = f"{url}#{fragment}" if fragment else url
        if not reference.children:
            text = linked_title(self.env, page, fragment)
            reference += nodes.inline(text, text)
        return reference

    def file_link(self, link: addnodes.pending_xref, docname: str) -> nodes.Element:
        """Return the reference to a file that is copied."""
        builder = self.builder
        if builder.format != "html" or builder.name == "epub":
            return nodes.inline("", "", *link.children)
        file = posixpath.join("_downloads", quote(link["filename"]))
        is_one_page = builder.name == "singlehtml"
        uri = file if is_one_page else relative_uri(builder.get_target_uri(docname), file)
        reference = _reference(link, internal=True)
        reference["refuri"] = uri
        if not reference.children:
            name = posixpath.basename(link["reftarget"])
            reference += nodes.literal(name, name)
        return reference

    def replace_unresolved(self, link: addnodes.pending_xref, docname: str, reason: str) -> None:
        """Replace a link to no page: by a redirect, a file, another edition, or its text."""
        redirect = _find_redirect(self.env, unquote(split_url(link["reftarget"]).path), docname)
        if redirect and redirect.target.external_url:
            reference = _reference(link, internal=False)
            reference["refuri"] = redirect.target.external_url
            link.replace_self(reference)
            return
        if url := self.output_file_url(link, docname):
            reference = _reference(link, internal=True)
            reference["refuri"] = url
            link.replace_self(reference)
            return
        if is_other_edition(link["reftarget"]):
            reference = _reference(link, internal=False)
            reference["refuri"] = link["reftarget"]
            link.replace_self(reference)
            return
        target = _path_from_root(unquote(split_url(link["reftarget"]).path), docname)
        is_checked = is_check_on(self.config, ProblemCode.BROKEN_LINK)
        is_generated = site_documents(self.env).may_have_had(target)
        if is_checked and makes_web_pages(self.builder) and not is_generated:
            location = Location(
                file=str(link.source or self.env.doc2path(docname)), line=link.line or 1
            )
            report([Problem(code=ProblemCode.BROKEN_LINK, message=reason, location=location)])
        self.keep_link_text(link)

    def output_file_url(self, link: addnodes.pending_xref, docname: str) -> str:
        """Return the URL of an output file that is no page, such as the index."""
        parts = split_url(link["reftarget"])
        if not makes_web_pages(self.builder):
            return ""
        path = _path_from_root(unquote(parts.path), docname)
        if not site_contents(self.env).is_file(path):
            return ""
        uri = relative_uri(self.builder.get_target_uri(docname), quote(path))
        return f"{uri}#{parts.fragment}" if parts.fragment else uri

    def keep_link_text(self, link: addnodes.pending_xref) -> None:
        """Replace a link by its text."""
        inline = nodes.inline("", "", *link.children, ids=link["ids"], classes=link["classes"])
        if not inline.children:
            inline += nodes.Text(link["reftarget"])
        link.replace_self(inline)


def _reference(link: addnodes.pending_xref, *, internal: bool) -> nodes.reference:
    reference = nodes.reference("", "", *link.children, internal=internal)
    reference["ids"], reference["classes"] = link["ids"], link["classes"]
    if "reftitle" in link:
        reference["reftitle"] = link["reftitle"]
    reference.source, reference.line = link.source, link.line
    return reference


def find_link(env: BuildEnvironment, href: str, docname: str) -> tuple[str, str, str] | str:
    """Return page, fragment and query of a link, or a message why it is broken."""
    parts = split_url(href)
    path, fragment = unquote(parts.path), unquote(parts.fragment)
    page = linked_page(env, path, docname) if path else docname
    if _is_own_folder(path) and fragment and not _has_anchor(env, page, fragment):
        # Authors write ``./#id`` for a heading of the page, too.
        page = docname
    if page is None and (redirect := _find_redirect(env, path, docname)) and redirect.page:
        page, fragment = redirect.page, fragment or redirect.target.suffix.partition("#")[2]
    if page is None:
        label = _find_label(env, path) if not fragment else None
        if label is not None:
            return (*label, "")
        return _explain_missing_page(env, path or href, docname)
    if not fragment:
        return page, "", parts.query
    anchor = find_anchor(env, page, fragment)
    if anchor is None and not path:
        label = _find_label(env, fragment)
        if label is not None:
            return (*label, "")
    if anchor is None:
        page_name = "this page" if page == docname else f'the page "/{page}"'
        hint = did_you_mean(fragment, find_page_anchors(env, page) or ())
        return f"the link {quoted(href)} is broken: {page_name} has no such heading or id.{hint}"
    return page, anchor, parts.query


def _is_own_folder(path: str) -> bool:
    return path in (".", "./")


def _has_anchor(env: BuildEnvironment, page: str | None, fragment: str) -> bool:
    return page is not None and find_anchor(env, page, fragment) is not None


def linked_page(env: BuildEnvironment, path: str, docname: str) -> str | None:
    """Return the page of a path that is relative to a page or to the root."""
    if not path.strip("/") and path:
        return str(env.config.root_doc)
    if path.startswith("/"):
        paths = paths_below_base(env.config, path)
    else:
        paths = [posixpath.join(posixpath.dirname(docname), path), path]
    found = (_find_page(env, posixpath.normpath(f"/{each.lstrip('/')}")) for each in paths)
    return next((page for page in found if page is not None), None)


def _find_page(env: BuildEnvironment, path: str) -> str | None:
    name = path.strip("/")
    for candidate in (name, _SUFFIX.sub("", name)):
        for page in (candidate, posixpath.join(candidate, "index")):
            if page in env.all_docs:
                return page
        if candidate.endswith("/index") and candidate.removesuffix("/index") in env.all_docs:
            return candidate.removesuffix("/index")
    return (
        _lower_case_pages(env).get(_SUFFIX.sub("", name).lower()) if name else env.config.root_doc
    )


def find_anchor(env: BuildEnvironment, page: str, fragment: str) -> str | None:
    """Return the id for a fragment, which may be spelled as other services generate it."""
    anchors = find_page_anchors(env, page)
    if anchors is None or fragment in anchors:
        return fragment
    if strip_text_fragment(fragment) in BUILT_IN_FRAGMENTS:
        return fragment
    slugs = env.metadata[page].get("myst_slugs", {})
    if fragment in slugs:
        return str(slugs[fragment][1])
    slugs_to_match = {comparable_slug(name) for name in _fragment_spellings(fragment)} - {""}
    # A node may have several ids; the choice must not depend on their order.
    found = min((name for name in anchors if comparable_slug(name) in slugs_to_match), default=None)
    return (
        found
        or _response_field_anchor(slugs_to_match, anchors)
        or _nested_field_anchor(fragment, anchors)
    )


_STATUS = re.compile(r"^response-(?:[1-5]..|default)-")


def _response_field_anchor(slugs_to_match: set[str], anchors: frozenset[str]) -> str | None:
    """Return the id of a field of the first response: ``response-200-id`` for ``response-id``."""
    fields = {name: _STATUS.sub("response-", name) for name in anchors if _STATUS.match(name)}
    matching = (name for name, field in fields.items() if comparable_slug(field) in slugs_to_match)
    return min(matching, default=None)


def _nested_field_anchor(fragment: str, anchors: frozenset[str]) -> str | None:
    """Return the id of a nested field: ``body-cookie-days`` for ``param-days``."""
    field = comparable_slug(fragment.removeprefix("param-"))
    if not field or not fragment.startswith("param-"):
        return None
    nested = (
        name
        for name in anchors
        for match in re.finditer("-", name)
        if comparable_slug(name[match.end() :]) == field
    )
    return min(nested, key=lambda name: (len(name), name), default=None)


_TAG_NAMES = re.compile(r"(?:(?<=-)|\A)(?:sup|sub|code|kbd|span|small|mark|br)(?:-|\Z)")


def _fragment_spellings(fragment: str) -> Iterator[str]:
    yield fragment
    # Other services include the tags of a heading: ``#hooks-sup-v2-sup``.
    yield _TAG_NAMES.sub("", fragment)
    # They also name the accordion around another one: ``#run:watch``.
    yield fragment.rpartition(":")[2]
    field = fragment.removeprefix("param-")
    if field != fragment:
        from sphinx_sitejson.http_messages.options import FIELD_LOCATIONS
        from sphinx_sitejson.reference.views.ids import id_part

        # Anchors of other services do not contain the location of a field: ``#param-limit``.
        yield from (
            f"{field_location}-{id_part(field)}"
            for field_location in (*FIELD_LOCATIONS, "response")
        )


def _find_label(env: BuildEnvironment, name: str) -> tuple[str, str] | None:
    """Return page and id of a label of the standard domain."""
    found = _standard_domain(env).anonlabels.get(name.lower())
    return (found[0], found[1]) if found else None


def _standard_domain(env: BuildEnvironment) -> StandardDomain:
    domain = env.get_domain("std")
    assert isinstance(domain, StandardDomain)
    return domain


def _find_redirect(env: BuildEnvironment, path: str, docname: str) -> ResolvedRedirect | None:
    """Return the redirect of a path that is relative to a page or to the root."""
    plan = redirect_plan(env)
    for each in paths_below_base(env.config, path):
        from_root = _path_from_root(each, docname)
        if found := plan.find(from_root) or plan.find(_SUFFIX.sub("", from_root)):
            return found
    return None


def _path_from_root(path: str, docname: str) -> str:
    folder = posixpath.dirname(f"/{docname}")
    return posixpath.normpath(posixpath.join(folder, path)).strip("/")


page_names: BuildState[dict[str, str]] = BuildState(lambda env: {})
"""The pages by their names in lower case."""


def _lower_case_pages(env: BuildEnvironment) -> Mapping[str, str]:
    known = page_names(env)
    if len(known) != len(env.all_docs):
        known.clear()
        known.update((name.lower(), name) for name in env.all_docs)
    return known


def _explain_missing_page(env: BuildEnvironment, path: str, docname: str) -> str:
    """Return a message for a link to no page, with a suggestion."""
    if project_file(env, path):
        return (
            f"the link {quoted(path)} points to a file that is not a page; add the file extension."
        )
    hint = did_you_mean(f"/{path.strip('/')}", nearest_pages(env, path))
    return f"the link {quoted(path)} is broken: there is no such page.{hint}"


def nearest_pages(env: BuildEnvironment, path: str) -> list[str]:
    """Return pages to suggest for a broken path: of the same name, or in the same folder."""
    parts = path.strip("/").lower().split("/")
    slugs_to_match: dict[str, None] = defaultdict()
    for name in env.all_docs:
        others = name.lower().split("/")
        if others[-1] == parts[-1] or others[:-1] == parts[:-1]:
            slugs_to_match[f"/{name}"] = None
            if len(slugs_to_match) >= _MAX_CANDIDATES:
                break
    return list(slugs_to_match)
