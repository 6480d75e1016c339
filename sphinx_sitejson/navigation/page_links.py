"""Links and images as authors write them, without credentials."""

from __future__ import annotations

import glob
import posixpath
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docutils import nodes
from docutils.utils import get_source_line
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.characters import map_texts
from sphinx_sitejson.common.files import write_text
from sphinx_sitejson.common.network.urls import (
    is_external_url,
    is_image_data_url,
    is_unsafe_url,
    public_url,
    split_url,
    strip_credentials,
)
from sphinx_sitejson.common.problems import URL_WITH_USER, Location, Problem, ProblemCode, quoted
from sphinx_sitejson.mdx.html_attributes import URL_ATTRIBUTES
from sphinx_sitejson.settings.project_files import (
    describe_missing_file,
    find_project_file,
    suggest_file,
)
from sphinx_sitejson.site_build.build_state import site_domain
from sphinx_sitejson.site_build.front_matter import IS_MDX
from sphinx_sitejson.site_build.nodes import find_nodes
from sphinx_sitejson.site_build.reports import report, report_at, report_config_value

from .authored_pages import strip_front_matter_credentials
from .site_urls import SITE_ALIAS, paths_below_alias, paths_below_base

if TYPE_CHECKING:
    from sphinx_sitejson.mdx.javascript.values import Props

CHECKED_PREFIXES = ("sitejson_", "html_", "epub_")
"""Prefixes of configuration values that may be rendered on pages."""

SILENT_VALUES = frozenset({"sitejson_repository", "sitejson_openapi_previous"})
"""Values without a warning: the user of a git URL is no secret."""

URL_PROPS = URL_ATTRIBUTES | {"url", "img", "icon"}
"""Props of components and elements whose values are URLs."""

_USER_ONLY = re.compile(
    r"\s*(?:[a-z]+\+)?(?:(?:ssh|s?ftp)://[^:/@]*"
    r"|https?://(?-i:(?![^@]*(?:key|pass|secret|token))[a-z][a-z_-]{0,19}\d{0,4}))@"
    r"(?![^/\\?#]*@)",
    re.IGNORECASE,
)
"""A URL with a user, but without the key or the password that it needs: ``ssh://git@example.com``.

In ``https://ghp_x1Y2@example.com``, the user may be a token; a short name in lower case is none. A
dot could make it look like the host: ``https://example.com@example.org``.
"""

_URL_IN_HTML = re.compile(r"(?<==)[\s\"']*((?:https?|ftp|wss?):[^\s\"'<>]*@[^\s\"'<>]*)", re.I)

REMOVED_NOTE = "contains a user name or password, which every reader could see; they were removed."


def strip_config_credentials(app: Sphinx, config: Config) -> None:
    """Strip credentials from the configuration, which is published and pickled."""
    for name in sorted(config.values):
        if not name.startswith(CHECKED_PREFIXES):
            continue
        value = getattr(config, name)
        is_previous = name == "sitejson_openapi_previous"
        plain = map_texts(value, public_url if is_previous else strip_credentials)
        if plain == value:
            continue
        setattr(config, name, plain)
        if name not in SILENT_VALUES:
            message = f'the URL in "{name}" {REMOVED_NOTE}'
            report_config_value(app, name, message, code=ProblemCode.CREDENTIALS)


def strip_page_credentials(app: Sphinx, docname: str, content: list[str]) -> None:
    """Strip credentials from the front matter of a page before it is parsed."""
    path = app.env.doc2path(docname)
    plain, lines = strip_front_matter_credentials(content[0], is_rst=path.suffix == ".rst")
    if plain == content[0]:
        return
    content[0] = plain
    record_page(app.env, docname)
    message = f"a URL in the front matter {REMOVED_NOTE}"
    locations = (Location(str(path), line=line) for line in lines)
    report(Problem(ProblemCode.CREDENTIALS, message, location) for location in locations)


def record_page(env: BuildEnvironment, docname: str) -> None:
    """Record that the source of a page contains credentials."""
    site_domain(env).data["credentials"][docname] = True


def publishable_url(url: str, *, env: BuildEnvironment, source: str, line: int) -> str:
    """Return a URL without credentials, and report them."""
    plain = strip_credentials(url)
    if plain != url and not _USER_ONLY.match(url):
        record_page(env, env.docname)
        report_at(
            ProblemCode.CREDENTIALS, f"the URL {plain} {REMOVED_NOTE}", Location(source, line=line)
        )
        return plain
    return url


def publishable_text(text: str) -> str:
    """Return a text whose URLs have no credentials; users that are no secret stay."""
    if "@" not in text:
        return text
    return URL_WITH_USER.sub(
        lambda match: match[0] if _USER_ONLY.match(match[0]) else match["before"], text
    )


def publishable_props(props: Props, *, env: BuildEnvironment, source: str, line: int) -> Props:
    """Return the props of a component or an element without credentials in URLs."""
    plain = dict(props)
    for name, value in props.items():
        if name.lower() in URL_PROPS and isinstance(value, str) and "@" in value:
            first = publishable_url(value, env=env, source=source, line=line)
            # ``srcset`` has several URLs.
            plain[name] = publishable_text(first)
    return plain


def strip_doctree_credentials(app: Sphinx, doctree: nodes.document) -> None:
    """Strip credentials from links, images, and the raw source of nodes.

    With another theme, the pages that Sphinx reads itself stay as they are.
    """
    env = app.env
    if site_domain(env).site.keeps_theme and not env.temp_data.get(IS_MDX):
        return
    kinds = (nodes.raw, nodes.reference, nodes.target, nodes.image)
    for node in [each for each in find_nodes(doctree, kinds) if _may_have_credentials(each)]:
        _strip_node_credentials(env, node)
    if env.docname not in site_domain(env).data["credentials"]:
        return
    for node in doctree.findall(nodes.Element):
        if isinstance(node, nodes.literal_block | nodes.doctest_block):
            # Code is shown as written, and Sphinx highlights only what equals its source.
            continue
        node.rawsource = publishable_text(node.rawsource)
        if isinstance(node, nodes.reference | nodes.image):
            # The text of a link often repeats its URL.
            if "alt" in node:
                node["alt"] = publishable_text(node["alt"])
            for text in list(node.findall(nodes.Text)):
                plain = publishable_text(text)
                if plain != text and text.parent is not None:
                    text.parent.replace(text, nodes.Text(plain))


def _may_have_credentials(node: nodes.Element) -> bool:
    if isinstance(node, nodes.raw):
        return "@" in node.astext()
    return any("@" in node.get(key, "") for key in ("refuri", "uri"))


def _strip_node_credentials(env: BuildEnvironment, node: nodes.Node) -> None:
    """Strip credentials from a link, an image or raw HTML, and report them."""
    source, line = get_source_line(node)
    strip_url = partial(publishable_url, env=env, source=source or env.docname, line=line or 1)
    if isinstance(node, nodes.raw):
        html = node.astext()
        for found in dict.fromkeys(_URL_IN_HTML.findall(html)):
            html = html.replace(found, strip_url(found))
        node.children = [nodes.Text(html)]
    elif isinstance(node, nodes.target):
        # The links that use it are reported.
        if not _USER_ONLY.match(node["refuri"]):
            node["refuri"] = strip_credentials(node["refuri"])
    elif isinstance(node, nodes.Element):
        for key in ("refuri", "uri"):
            if key in node:
                node[key] = strip_url(node[key])


def strip_source_credentials(app: Sphinx, exception: Exception | None) -> None:
    """Strip credentials from the copied sources in the output."""
    if exception is not None:
        return
    folder = Path(app.outdir, "_sources")
    names = site_domain(app.env).data["credentials"].keys() & app.env.found_docs
    pages = [folder / name for name in sorted(names)]
    copies = [path for page in pages for path in page.parent.glob(f"{glob.escape(page.name)}.*")]
    for path in filter(Path.is_file, copies):
        try:
            text = path.read_text(encoding="utf-8")
            plain, _lines = strip_front_matter_credentials(text, is_rst=".rst" in path.suffixes)
            plain = publishable_text(plain)
            if plain != text:
                write_text(path, plain, below=app.outdir)
        except (OSError, UnicodeDecodeError):
            path.unlink(missing_ok=True)


LINK_DOMAIN = "sitejson"
"""The domain of links that are resolved once all pages are known."""

PAGE_SUFFIX = re.compile(r"\.(?:mdx|md|rst|html)$", re.IGNORECASE)
"""Authors link to the file of a page, as editors complete it: "guide.mdx", "guide.html"."""


def link_node(
    href: str, *children: nodes.Node, env: BuildEnvironment, source: str, line: int
) -> nodes.Element:
    """Return a link to a page, a file of the project, a heading, or another site.

    An unsafe URL is reported, and only the text of the link remains.
    """
    # Docusaurus does not check such a link: "pathname:///a".
    href = re.sub(r"^\s*pathname://(?=/)", "", href)
    original, href = href, publishable_url(href.strip(), env=env, source=source, line=line)
    if href != original.strip():
        # The text may repeat the URL.
        children = tuple(
            nodes.Text(publishable_text(child)) if isinstance(child, nodes.Text) else child
            for child in children
        )
    if is_unsafe_url(href):
        message = f"the URL {quoted(href)} is not allowed; only its text is shown."
        report_at(ProblemCode.UNSAFE_ADDRESS, message, Location(source, line=line))
        link: nodes.Element = nodes.inline("", "", *children)
    elif is_external_url(href):
        link = nodes.reference("", "", *children, refuri=href)
    elif found := _linked_file(env, href):
        link = addnodes.pending_xref("", *children, reftype="file", reftarget=href)
        link["filename"] = str(env.dlfiles.add_file(env.docname, found))
        env.note_dependency(found)
    else:
        # Sphinx names the source of references that a translation changes.
        link = addnodes.pending_xref(href, *children, reftype="page", reftarget=href)
    if isinstance(link, addnodes.pending_xref):
        link.attributes.update(
            refdomain=LINK_DOMAIN, refdoc=env.docname, refexplicit=True, refwarn=False
        )
    link.source, link.line = source, line
    return link


def image_node(
    src: str, *, env: BuildEnvironment, source: str, line: int, alt: str
) -> nodes.Element:
    """Return an image that is copied into the site.

    A missing file is reported, and its alternative text is returned instead.
    """
    src = publishable_url(src.strip(), env=env, source=source, line=line)
    image = nodes.image(alt=alt)
    image.source, image.line = source, line
    if is_image_data_url(src) or (is_external_url(src) and not is_unsafe_url(src)):
        image["uri"] = src
        return image
    if found := project_file(env, src):
        image["uri"] = f"/{found}"
        return image
    message = (
        f"the image {quoted(src)} {explain_missing_file(env, src)}; showing its alt text instead."
        f"{suggest_missing_file(env, src)}"
    )
    report_at(ProblemCode.MISSING_FILE, message, Location(source, line=line))
    return nodes.inline(alt, alt, classes=["sj-missing-image"])


def project_file(env: BuildEnvironment, reference: str) -> str | None:
    """Return the path of a project file relative to the root, or ``None``.

    A path without a leading slash is relative to the page, or else to the root.
    """
    root = Path(env.srcdir)
    for path in _candidate_paths(env, reference):
        if found := find_project_file(root, path):
            return found.relative_to(root.resolve()).as_posix()
    return None


def explain_missing_file(env: BuildEnvironment, reference: str) -> str:
    """Return why there is no such file, as the end of a sentence after its name."""
    return describe_missing_file(Path(env.srcdir), *_candidate_paths(env, reference))


def suggest_missing_file(env: BuildEnvironment, reference: str) -> str:
    """Return a sentence that suggests a similar file, or an empty string."""
    root = Path(env.srcdir)
    hints = (suggest_file(root, path) for path in _candidate_paths(env, reference))
    return next(filter(None, hints), "")


def _candidate_paths(env: BuildEnvironment, reference: str) -> list[str]:
    """Return the paths from the root at which a file is searched."""
    path = re.split(r"[?#]", reference, maxsplit=1)[0]
    if path.startswith(SITE_ALIAS):
        return paths_below_alias(path)
    if path.startswith("/"):
        paths = paths_below_base(env.config, path)
        # Sphinx copies what is in these folders to the root of the site.
        folders = [posixpath.normpath(folder) for folder in env.config.html_extra_path]
        return [*paths, *(f"/{folder}{each}" for folder in folders for each in paths)]
    beside = posixpath.normpath(posixpath.join("/", posixpath.dirname(env.docname), path))
    return [beside, path] if path else [beside]


def _linked_file(env: BuildEnvironment, href: str) -> str | None:
    """Return the file that a link points to, unless it is a page."""
    path = unquote(split_url(href).path)
    if not posixpath.splitext(path)[1] or PAGE_SUFFIX.search(path):
        return None
    return project_file(env, href)
