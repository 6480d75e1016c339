"""Resolve the links of pages; find those that lead nowhere."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import islice
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from sphinx_sitejson.common.characters import comparable_slug, strip_number
from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.common.problems import (
    JsonPath,
    Location,
    ProblemCode,
    did_you_mean,
    quoted,
    suggest_name,
)
from sphinx_sitejson.navigation.authored_pages import OperationBinding, SchemaBinding
from sphinx_sitejson.navigation.document_state import site_documents
from sphinx_sitejson.navigation.page_index import is_not_found
from sphinx_sitejson.navigation.page_links import LINK_DOMAIN, PAGE_SUFFIX, project_file
from sphinx_sitejson.navigation.site_urls import SITE_ALIAS, paths_below_alias, paths_below_base
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.nodes import find_nodes, readable_text
from sphinx_sitejson.site_build.output_files import is_site_file, makes_web_pages
from sphinx_sitejson.site_build.page_failures import page_guard
from sphinx_sitejson.site_build.reports import report_at

from .feedback import parse_setting
from .redirect_files import redirect_plan
from .redirects import PlannedRedirect

# Parts of HTML that show no links: comments and scripts, also where they are never closed.
_SILENT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|textarea)\b.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
# The value of an attribute: "/a", '/a', or /a without quotes.
_VALUE = r"\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))"
# `<a class="x" href="/a">`, but not `<a data-href="/a">`.
_HREF = re.compile(rf"<a\s[^<>]*?(?<![\w-])href{_VALUE}", re.IGNORECASE)
_ID = re.compile(rf"<[a-z][^<>]*?\s(?:id|name){_VALUE}", re.IGNORECASE)
# "/en/latest/", "/pt_BR/v1.2/guide": the versions and languages that Read the Docs serves.
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
            if division.url:
                yield (*division.at, "href"), division.url


def is_site_path(url: str) -> bool:
    """Whether a link is a path of this site."""
    is_other = ":" in url.split("/", 1)[0] or is_other_edition(url)
    return bool(url) and not is_other and not url.startswith(("//", "#", "?"))


def find_page_anchors(env: BuildEnvironment, page: str) -> frozenset[str] | None:
    """Return the ids of a page, or ``None`` if they are unknown."""
    domain = site_domain(env)
    recorded, facts = domain.anchors.get(page), domain.bound.get(page, ())
    is_incomplete = any(map(is_not_found, facts)) and bool(site_documents(env).unread)
    if recorded is None or is_incomplete:
        return None
    return recorded.union(_api_ids(env, page))


def _api_ids(env: BuildEnvironment, page: str) -> Iterator[str]:
    """Yield the ids that templates generate for operations, schemas and listings of a page."""
    from sphinx_sitejson.reference.view_cache import reference_views

    domain, find_document = site_domain(env), site_documents(env).library.document_at
    if not domain.shows_api(page):
        return
    views = reference_views(env)
    for fact in domain.bound.get(page, ()):
        binding = fact.binding
        if not fact.location or find_document(fact.location) is None:
            continue
        if isinstance(binding, OperationBinding):
            yield from views.ids("operation", fact.location, binding.key, fact.anchor)
        elif isinstance(binding, SchemaBinding):
            yield from views.ids("schema", fact.location, binding.name, fact.anchor)
    for listing in domain.listings.get(page, ()):
        if not listing.digest or find_document(listing.location) is None:
            continue
        for kind, entries in (("operation", listing.operations), ("schema", listing.schemas)):
            for name, anchor in entries:
                yield from views.ids(kind, listing.location, name, anchor, listing.detail)


def collect_anchors(app: Sphinx, doctree: nodes.document) -> None:
    """Collect the ids of a page; those of a page that failed are unknown."""
    env = app.env
    if page_guard(env).has_failed(env.docname):
        return
    anchors: set[str] = set()
    for node in find_nodes(doctree, nodes.Element):
        anchors.update(node["ids"])
        if isinstance(node, nodes.raw) and "html" in str(node.get("format", "")):
            # Ids, and names of anchors.
            anchors.update(map(_attribute_value, _ID.finditer(_SILENT.sub("", node.astext()))))
    site_domain(env).anchors[env.docname] = frozenset(anchors)


def collect_untitled_links(app: Sphinx, doctree: nodes.document) -> None:
    """Collect the targets whose titles a page shows, because its links have no text."""
    targets = dict.fromkeys(
        link["reftarget"]
        for link in find_nodes(doctree, addnodes.pending_xref)
        if link.get("refdomain") == LINK_DOMAIN and link["reftype"] != "file" and not link.children
    )
    if targets:
        site_domain(app.env).untitled_links[app.env.docname] = tuple(targets)


def linked_titles(env: BuildEnvironment, docname: str) -> tuple[str, ...]:
    """Return the titles of pages and sections that links without text on a page show."""
    targets = site_domain(env).untitled_links.get(docname, ())
    found = (find_link(env, target, docname) for target in targets)
    return tuple(linked_title(env, *link[:2]) for link in found if not isinstance(link, str))


def linked_title(env: BuildEnvironment, page: str, fragment: str) -> str:
    """Return the title of what a link leads to: of a section, figure or table, or of the page."""
    if fragment and (title := _title_of_id(env, page, fragment)):
        return title
    page_title = env.titles.get(page)
    return readable_text(page_title) if page_title is not None else page


def _title_of_id(env: BuildEnvironment, page: str, node_id: str) -> str:
    for entry in env.tocs[page].findall(nodes.reference) if page in env.tocs else ():
        if entry.get("anchorname") == f"#{node_id}":
            return readable_text(entry)
    labels = env.domains.standard_domain.labels.values()
    return next((title for *target, title in labels if target == [page, node_id]), "")


_MAX_CANDIDATES = 300
_FOLDER_PAGES = ("index", "README", "readme")
"""The pages of a folder, which may be named without their file."""


class ResolvePageLinks(SphinxPostTransform):
    """Replaces pending links by references."""

    # Before the resolvers of MyST (9) and Sphinx (10).
    default_priority = 5

    def run(self, **kwargs: object) -> None:
        """Handle one document."""
        for link in list(find_nodes(self.document, addnodes.pending_xref)):
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
        url, _hash, rest = uri.partition("#")
        fragment = fragment or rest
        url = f"{url}?{query}" if query else url
        reference = _reference(link, f"{url}#{fragment}" if fragment else url)
        if page == docname and found[1] and not query:
            del reference["refuri"]
            reference["refid"] = fragment
        if not reference.children:
            text = linked_title(self.env, page, fragment)
            reference += nodes.inline(text, text)
        link.replace_self(reference)

    def file_link(self, link: addnodes.pending_xref, docname: str) -> nodes.Element:
        """Return the reference to a file that is copied."""
        builder = self.builder
        if builder.format != "html" or builder.name == "epub":
            return nodes.inline("", "", *link.children)
        file = posixpath.join("_downloads", quote(link["filename"]))
        is_one_page = builder.name == "singlehtml"
        uri = file if is_one_page else relative_uri(builder.get_target_uri(docname), file)
        reference = _reference(link, uri)
        if not reference.children:
            name = posixpath.basename(link["reftarget"])
            reference += nodes.literal(name, name)
        return reference

    def replace_unresolved(self, link: addnodes.pending_xref, docname: str, reason: str) -> None:
        """Replace a link to no page: by a redirect, a file, another edition, or its text."""
        env = self.env
        path = unquote(split_url(link["reftarget"]).path)
        redirect = _find_redirect(env, path, docname)
        target, is_web = _path_from_root(path, docname), makes_web_pages(self.builder)
        url = redirect.target.external_url if redirect else ""
        if not url and is_web and is_site_file(env, target):
            # An output file that is no page, such as the index.
            uri = relative_uri(self.builder.get_target_uri(docname), quote(target))
            fragment = split_url(link["reftarget"]).fragment
            link.replace_self(_reference(link, f"{uri}#{fragment}" if fragment else uri))
            return
        edition = link["reftarget"] if is_other_edition(link["reftarget"]) else ""
        if url := url or edition or _repository_url(env, path, docname):
            link.replace_self(_reference(link, url, internal=False))
        else:
            is_checked = is_web and ProblemCode.BROKEN_LINK in self.config.sitejson_checks
            if is_checked and not site_documents(env).may_have_had(target):
                file = str(link.source or env.doc2path(docname))
                report_at(ProblemCode.BROKEN_LINK, reason, Location(file, line=link.line or 1))
            self.keep_link_text(link)

    def keep_link_text(self, link: addnodes.pending_xref) -> None:
        """Replace a link by its text."""
        inline = nodes.inline("", "", *link.children, ids=link["ids"], classes=link["classes"])
        if not inline.children:
            inline += nodes.Text(link["reftarget"])
        link.replace_self(inline)


def _reference(link: addnodes.pending_xref, url: str, *, internal: bool = True) -> nodes.reference:
    reference = nodes.reference("", "", *link.children, internal=internal, refuri=url)
    reference["ids"], reference["classes"] = link["ids"], link["classes"]
    if "reftitle" in link:
        reference["reftitle"] = link["reftitle"]
    reference.source, reference.line = link.source, link.line
    return reference


def _repository_url(env: BuildEnvironment, path: str, docname: str) -> str:
    """Return the URL of a file of the repository outside of the folder of pages, if it is known."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(docname), path))
    repository = parse_setting(env.config.sitejson_repository) if path[:1] != "/" else None
    return repository.file_url(target) if repository and target.startswith("../") else ""


def find_link(env: BuildEnvironment, href: str, docname: str) -> tuple[str, str, str] | str:
    """Return page, fragment and query of a link, or a message why it is broken."""
    parts = split_url(href)
    path, fragment = unquote(parts.path), unquote(parts.fragment)
    page = linked_page(env, path, docname) if path else docname
    if path in (".", "./") and fragment and not (page and find_anchor(env, page, fragment)):
        # Authors write ``./#id`` for a heading of the page, too.
        page = docname
    if page is None and (redirect := _find_redirect(env, path, docname)) and redirect.page:
        page, fragment = redirect.page, fragment or redirect.target.suffix.partition("#")[2]
    if page is None:
        label = None if fragment else _find_label(env, path)
        return label or _explain_missing_page(env, path or href)
    if not fragment:
        return page, "", parts.query
    anchor = find_anchor(env, page, fragment)
    if anchor is None and not path and (label := _find_label(env, fragment)):
        return label
    if anchor is None:
        return explain_missing_anchor(env, href, page, fragment, docname)
    return page, anchor, parts.query


def explain_missing_anchor(
    env: BuildEnvironment, url: str, page: str, fragment: str, docname: str = ""
) -> str:
    """Return a message for a link to an anchor that a page does not have.

    :param docname: the page with the link.
    """
    page_name = "this page" if page == docname else f'the page "/{page}"'
    hint = did_you_mean(fragment, find_page_anchors(env, page) or ())
    return f"the link {quoted(url)} is broken: {page_name} has no such heading or id.{hint}"


def linked_page(env: BuildEnvironment, path: str, docname: str) -> str | None:
    """Return the page of a path that is relative to a page or to the root."""
    if not path.strip("/") and path:
        return str(env.config.root_doc)
    if path.startswith(SITE_ALIAS):
        paths = paths_below_alias(path)
    elif path.startswith("/"):
        paths = paths_below_base(env.config, path)
    else:
        paths = [posixpath.join(posixpath.dirname(docname), path), path]
    names = [posixpath.normpath(f"/{each.lstrip('/')}") for each in paths]
    found = (_find_page(env, name) for name in names)
    page = next((page for page in found if page is not None), None)
    numbered = (numbered_pages(env).get(_without_numbers(name)) for name in names)
    return page or next(filter(None, numbered), None)


@BuildState
def page_names(env: BuildEnvironment) -> dict[str, str]:
    """Return the pages by their names in lower case; complete when all pages are read."""
    return {name.lower(): name for name in env.all_docs}


@BuildState
def numbered_pages(env: BuildEnvironment) -> dict[str, str]:
    """Return the pages whose paths have numbers, by their paths and by their names without.

    ``routing`` and ``basics/routing`` are ``20-basics/10-routing``, as tools write links that order
    files by numbers.
    """
    pages = {_without_numbers(page): page for page in sorted(env.all_docs)}
    numbered = {path: page for path, page in pages.items() if path != page}
    uses = Counter(map(posixpath.basename, pages))
    names = ((posixpath.basename(path), page) for path, page in numbered.items())
    return {name: page for name, page in names if uses[name] == 1} | numbered


def _without_numbers(path: str) -> str:
    name = PAGE_SUFFIX.sub("", path.strip("/")).removesuffix("/index")
    return "/".join(map(strip_number, name.split("/")))


def _find_page(env: BuildEnvironment, path: str) -> str | None:
    name = path.strip("/")
    for candidate in (name, PAGE_SUFFIX.sub("", name)):
        for page in (candidate, *(posixpath.join(candidate, name) for name in _FOLDER_PAGES)):
            if page in env.all_docs:
                return page
        if candidate.endswith("/index") and candidate.removesuffix("/index") in env.all_docs:
            return candidate.removesuffix("/index")
    return page_names(env).get(PAGE_SUFFIX.sub("", name).lower()) if name else env.config.root_doc


def find_anchor(env: BuildEnvironment, page: str, fragment: str) -> str | None:
    """Return the id for a fragment, which may be spelled as other services generate it."""
    anchors = find_page_anchors(env, page)
    if anchors is None or fragment in anchors:
        return fragment
    # Browsers support "top" and text fragments, such as "top:~:text=b", on every page.
    if fragment.partition(":~:")[0] in ("", "top"):
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


# "response-200-id", "response-2XX-id", "response-default-id".
_STATUS = re.compile(r"^response-(?:[1-5]..|default)-")


def _response_field_anchor(slugs_to_match: set[str], anchors: frozenset[str]) -> str | None:
    """Return the id of a field of the first response: ``response-200-id`` for ``response-id``."""
    matching = (
        name
        for name in anchors
        if _STATUS.match(name) and comparable_slug(_STATUS.sub("response-", name)) in slugs_to_match
    )
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


# "hooks-sup-v2-sup" for "Hooks <sup>v2</sup>"; not the "sub" of "subject".
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


def _find_label(env: BuildEnvironment, name: str) -> tuple[str, str, str] | None:
    """Return page and id of a label of the standard domain, and an empty query."""
    found = env.domains.standard_domain.anonlabels.get(name.lower())
    return (found[0], found[1], "") if found else None


def _find_redirect(env: BuildEnvironment, path: str, docname: str) -> PlannedRedirect | None:
    """Return the redirect of a path that is relative to a page or to the root."""
    plan = redirect_plan(env)
    for each in paths_below_base(env.config, path):
        from_root = _path_from_root(each, docname)
        if found := plan.find(from_root) or plan.find(PAGE_SUFFIX.sub("", from_root)):
            return found
    return None


def _path_from_root(path: str, docname: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(f"/{docname}"), path)).strip("/")


def _explain_missing_page(env: BuildEnvironment, path: str) -> str:
    """Return a message for a link to no page, with a suggestion."""
    if project_file(env, path):
        return (
            f"the link {quoted(path)} points to a file that is not a page; add the file extension."
        )
    if path.startswith("www."):
        hint = suggest_name(f"https://{path}")
    else:
        hint = did_you_mean(f"/{path.strip('/')}", nearest_pages(env, path))
    return f"the link {quoted(path)} is broken: there is no such page.{hint}"


def nearest_pages(env: BuildEnvironment, path: str) -> list[str]:
    """Return pages to suggest for a broken path: of the same name, or in the same folder."""
    folder, _, last = path.strip("/").lower().rpartition("/")
    similar = (
        f"/{name}"
        for name in env.all_docs
        for other_folder, _, other in [name.lower().rpartition("/")]
        if other == last or other_folder == folder
    )
    return list(islice(similar, _MAX_CANDIDATES))
