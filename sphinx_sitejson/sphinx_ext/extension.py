"""Setup of the extension: registration with Sphinx before a build, by feature.

``events.py`` has the steps of a build. Optional features are only named here, and imported on first
use (``common.late_imports``).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING
from zlib import crc32

from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.common.files import THEME

from .common.build_state import SiteDomain, site_domain, site_of
from .common.enabled_checks import register_check
from .common.labels import setup_labels
from .common.late_imports import (
    late_directive,
    late_function,
    late_transform,
    late_visitors,
    resolve_reference,
)
from .common.other_extensions import has_our_theme
from .common.page_failures import ReducedPaginatedPages, isolate_visitors
from .common.reports import install_log_filters
from .common.uses import has_tags, uses_api
from .events import connect_steps
from .patches.application import add_application_method, relax_garbage_collection, replace_transform
from .patches.node_traversal import flatten_findall
from .reference.api_nodes import api_block, api_contents, api_fold, api_row
from .reference.text_nodes import text_element, text_rule
from .settings.scope import project_scope

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.transforms import SphinxTransform
    from sphinx.util.typing import ExtensionMetadata

OTHER_MARKDOWN_READERS = ("myst_nb", "recommonmark", "m2r", "m2r2", "sphinx_mdinclude")
"""Extensions that parse such pages, and that fail or are ignored if another one does."""

API_NODES = (api_block, api_row, api_fold, api_contents, text_element, text_rule)

TEXT, SWITCH, NUMBER = frozenset({str}), frozenset({bool}), frozenset({int})
LIST, TABLE = frozenset({list, tuple}), frozenset({dict})


def setup_extension(app: Sphinx, *, version: str) -> ExtensionMetadata:
    """Load the required extensions, set up every feature, then connect the build steps."""
    if not all(map(_can_be_extension, app.config.extensions)):
        resolve_reference("sphinx_ext.settings.conf_py:refuse_wrong_extensions")(app)
    # At once, since Sphinx loads the stored environment before any event.
    relax_garbage_collection(app)
    flatten_findall(app)
    install_log_filters(app)
    app.add_config_value("sitejson_file", "site.json", "", types=TEXT)
    app.add_config_value("sitejson_preview", False, "html", types=SWITCH)
    scope = project_scope(app)
    if scope != "api":
        load_myst(app)
        resolve_reference("sphinx_ext.components.design:load_design")(app)
    for setup_feature in API_FEATURES if scope == "api" else FEATURES:
        setup_feature(app)
    connect_steps(app, scope)
    return {
        "version": version,
        # Each release reads all pages again: what is stored may have had another format.
        "env_version": crc32(version.encode()),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _can_be_extension(name: object) -> bool:
    try:
        return isinstance(name, str) and find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def load_myst(app: Sphinx) -> None:
    """Have MyST read ``.md`` pages unless another extension does; ours need it in any case."""
    for name in OTHER_MARKDOWN_READERS:
        if name in app.config.extensions:
            app.setup_extension(name)
    if ".md" not in app.registry.source_suffix:
        app.setup_extension("myst_parser")
    elif "myst_enable_extensions" not in app.config:
        from myst_parser.sphinx_ext.main import setup_sphinx

        setup_sphinx(app, load_parser=False)


def setup_core(app: Sphinx) -> None:
    """Register the stored data of pages, and the notices of failed pages in EPUB and PDF."""
    setup_labels(app)
    app.add_domain(SiteDomain)
    app.add_post_transform(ReducedPaginatedPages)


# API pages


def setup_openapi(app: Sphinx) -> None:
    """Register how documents are read and offered."""
    app.add_config_value("sitejson_offline", False, "", types=SWITCH)
    app.add_config_value("sitejson_allowed_origins", [], "", types=LIST)
    # In megabytes.
    app.add_config_value("sitejson_largest_document", 20, "", types=NUMBER)
    app.add_config_value("sitejson_openapi_downloads", True, "html", types=SWITCH)
    app.add_config_value("sitejson_openapi_root", "", "", types=TEXT)


def setup_reference(app: Sphinx) -> None:
    """Register the nodes, directives and roles of API pages."""
    from .reference.roles import OpenApiDomain

    app.add_config_value("sitejson_extensions", [], "env", types=LIST)
    app.add_config_value("sitejson_proxy_url", "", "", types=TEXT)
    bound = late_directive("sphinx_ext.reference.bound_pages:OpenApiDirective")
    app.add_directive("openapi-operation", bound)
    app.add_directive("openapi-schema", bound)
    app.add_directive(
        "openapi-overview", late_directive("sphinx_ext.reference.bound_pages:OverviewDirective")
    )
    depart = "sphinx_ext.reference.html:depart_nothing"
    visitors: dict[type[nodes.Element], str] = {
        api_block: "sphinx_ext.reference.html:visit_block",
        api_row: "sphinx_ext.reference.html:visit_row",
        api_fold: "sphinx_ext.reference.html:visit_fold",
        api_contents: "sphinx_ext.reference.html:visit_contents",
        text_rule: "sphinx_ext.reference.html:visit_text_rule",
    }
    for kind, visit in visitors.items():
        app.add_node(kind, html=isolate_visitors(*late_visitors(visit, depart)))
    visit, depart = (
        "sphinx_ext.reference.html:visit_text_element",
        "sphinx_ext.reference.html:depart_text_element",
    )
    app.add_node(text_element, html=isolate_visitors(*late_visitors(visit, depart)))
    app.add_post_transform(
        late_transform("sphinx_ext.reference.plain:PlainReference", 5, _is_api_in_plain)
    )
    app.add_domain(OpenApiDomain)
    app.add_post_transform(
        late_transform(
            "sphinx_ext.reference.implementations:ImplementationLinks", 4, _is_of_api_project
        )
    )
    app.add_transform(
        late_transform("sphinx_ext.reference.listings:FinishListings", 420, _shows_api)
    )


def setup_compat(app: Sphinx) -> None:
    """Register what pages of other API extensions have."""
    app.add_directive("sitejson-redoc-page", late_directive("sphinx_ext.compat.redoc:RedocPage"))
    is_paginated = partial(_is_for, {"epub", "latex", "texinfo"})
    app.add_post_transform(
        late_transform("sphinx_ext.compat.redoc:NoRedocIdsInPaginated", 5, is_paginated)
    )


def setup_api_changes(app: Sphinx) -> None:
    """Register the comparison of documents."""
    app.add_config_value("sitejson_openapi_previous", {}, "env", types=TABLE)
    app.add_directive(
        "openapi-changes",
        late_directive("sphinx_ext.reference.api_changes:OpenApiChangesDirective"),
    )
    app.add_transform(
        late_transform("sphinx_ext.reference.api_changes:ChangesOnPages", 405, _may_show_changes)
    )


def _is_api_in_plain(transform: SphinxTransform) -> bool:
    """Whether blocks of an API are written without our templates."""
    document = transform.document
    return site_of(transform.env).builder.format != "html" and any(
        isinstance(node, API_NODES) for node in document.findall()
    )


def _is_of_api_project(transform: SphinxTransform) -> bool:
    return uses_api(transform.env)


def _shows_api(transform: SphinxTransform) -> bool:
    return site_domain(transform.env).shows_api(transform.env.docname)


def _may_show_changes(transform: SphinxTransform) -> bool:
    metadata = transform.env.metadata[transform.env.docname]
    return bool(transform.config.sitejson_openapi_previous or metadata.get("openapi-changes"))


# Pages


def setup_mdx(app: Sphinx) -> None:
    """Register MDX pages and formulas."""
    from sphinx_sitejson.appearance.code_highlighting import MdxLexer

    from .mdx.code_blocks import load_mermaid
    from .mdx.parsers import MdxParser

    app.add_config_value("sitejson_mdx_suffixes", None, "env", types=LIST)
    app.add_config_value("sitejson_mdx_myst", (), "env", types=LIST)
    app.add_config_value("sitejson_javascript_limits", {}, "env", types=TABLE)
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
    app.add_lexer("mdx", MdxLexer)
    load_mermaid(app)
    inline, block = map(
        late_function,
        ("sphinx_ext.mdx.formulas:visit_math", "sphinx_ext.mdx.formulas:visit_math_block"),
    )
    app.add_html_math_renderer("sitejson", (inline, None), (block, None))


def setup_components(app: Sphinx) -> None:
    """Register the nodes, directives and transforms of components."""
    from .components.component_nodes import (
        block_in_line,
        component,
        component_slot,
        component_text,
        inline_component,
    )
    from .components.directives import add_directive
    from .components.html_nodes import html_block, html_inline, html_text
    from .components.project_components import add_component
    from .components.registry import BUILT_IN

    app.add_post_transform(late_transform("sphinx_ext.links.targets:ResolvePageLinks", 5))
    html = late_visitors(
        "sphinx_ext.components.html_nodes:visit_html",
        "sphinx_ext.components.html_nodes:depart_html",
    )
    for kind in (html_block, html_text, html_inline):
        app.add_node(kind, html=isolate_visitors(*html))
    app.add_post_transform(late_transform("sphinx_ext.components.output:PlainHtml", 190))
    depart = "sphinx_ext.components.output:depart_text"
    visitors = isolate_visitors(
        *late_visitors("sphinx_ext.components.output:visit_component", depart)
    )
    for drawn in (component, inline_component, block_in_line):
        app.add_node(drawn, html=visitors)
    for part in (component_slot, component_text):
        app.add_node(part, html=late_visitors("sphinx_ext.components.output:visit_text", depart))
    for known in BUILT_IN.values():
        add_directive(app, known)
    add_application_method(app, "add_mdx_component", add_component)
    app.add_transform(late_transform("sphinx_ext.components.tree_normalizer:NormalizeTree", 30))
    app.add_transform(late_transform("sphinx_ext.components.transforms:PackageManagerTabs", 404))
    app.add_transform(
        late_transform("sphinx_ext.components.transforms:ReportMisplacedComponents", 405)
    )
    app.add_transform(late_transform("sphinx_ext.components.transforms:ComponentsTransform", 410))
    app.add_transform(late_transform("sphinx_ext.components.transforms:FillHero", 411))
    app.add_post_transform(
        late_transform("sphinx_ext.components.transforms:RemoveRepeatedTitle", 6)
    )
    app.add_post_transform(late_transform("sphinx_ext.components.output:PlainComponents", 5))


def setup_pages(app: Sphinx) -> None:
    """Register the transforms of titles and code blocks."""
    from sphinx.transforms import SphinxSmartQuotes
    from sphinx.transforms.post_transforms.code import HighlightLanguageTransform

    from .pages.overrides import (
        DepthLimitedRSTParser,
        LeanHighlightLanguage,
        LeanSmartQuotes,
        add_code_directives,
    )

    app.add_config_value("sitejson_front_matter", [], "env", types=LIST)
    add_code_directives(app)
    app.add_source_parser(DepthLimitedRSTParser, override=True)
    replace_transform(app, SphinxSmartQuotes, LeanSmartQuotes)
    replace_transform(app, HighlightLanguageTransform, LeanHighlightLanguage)
    app.add_transform(late_transform("sphinx_ext.pages.page_text:ReadableText", 1))
    app.add_transform(late_transform("sphinx_ext.pages.titles:PageFactsTransform", 400))
    app.add_transform(late_transform("sphinx_ext.navigation.site_map:NavigationToctrees", 410))


# Output


def setup_publishing(app: Sphinx) -> None:
    """Register what surrounds the pages: icons, redirects, cards, search, feedback."""
    app.add_config_value("sitejson_icons_path", "", "", types=TEXT)
    app.add_config_value("sitejson_redirect_formats", [], "", types=LIST)
    app.add_config_value("sitejson_social_cards", False, "html", types=SWITCH)
    app.add_config_value("sitejson_social_card_font", "", "html", types=TEXT)
    app.add_config_value("sitejson_markdown", True, "html", types=SWITCH)
    app.add_config_value("sitejson_agent_instructions", "", "html", types=TEXT)
    app.add_config_value("sitejson_content_signals", {}, "html", types=TABLE)
    app.add_config_value("sitejson_sphinx_search_index", True, "html", types=SWITCH)
    app.add_config_value("sitejson_repository", "", "html", types=TEXT | TABLE)
    app.add_config_value("sitejson_feedback_url", "", "html", types=TEXT)
    app.add_post_transform(
        late_transform("sphinx_ext.publishing.page_tags:TagTransform", 4, _has_tags)
    )
    app.add_post_transform(
        late_transform("sphinx_ext.publishing.redirects:RedirectedLinkTransform", 8)
    )


def _has_tags(transform: SphinxTransform) -> bool:
    return has_tags(transform.env)


def register_theme(app: Sphinx) -> None:
    """Register the theme with Sphinx."""
    app.add_html_theme("sitejson", str(THEME))


def setup_theme(app: Sphinx) -> None:
    """Register the theme and its options."""
    register_theme(app)
    is_html = partial(_is_for, {"html"})
    app.add_post_transform(
        late_transform("sphinx_ext.appearance.code_blocks:DiffLanguageTransform", 400, is_html)
    )
    app.add_post_transform(
        late_transform(
            "sphinx_ext.appearance.object_descriptions:LayOutObjects", 300, _shows_objects
        )
    )
    visit = late_function("sphinx_ext.appearance.object_descriptions:visit_parameters")
    for kind in (addnodes.desc_parameterlist, addnodes.desc_type_parameter_list):
        app.add_node(kind, override=True, html=(visit, None))
    app.add_config_value("sitejson_404_prefix", "", "html", types=TEXT)
    app.add_config_value("sitejson_page_links", [], "html", types=LIST)


def _shows_objects(transform: SphinxTransform) -> bool:
    """Whether a page of our theme may describe or list objects, as autodoc and autosummary do."""
    return has_our_theme(site_of(transform.env).builder) and any(
        isinstance(node, addnodes.desc | nodes.table)
        for node in transform.document.findall(nodes.Element)
    )


def setup_paginated(app: Sphinx) -> None:
    """Register what EPUB, PDF and manual pages need."""
    from sphinx.builders.epub3 import Epub3Builder

    # Replace Sphinx's builder, unless another extension has replaced it.
    if app.registry.builders.get("epub") is Epub3Builder:
        from .publishing.paginated.epub import SiteEpubBuilder

        app.add_builder(SiteEpubBuilder, override=True)
    for form, reference, priority in (
        ("html", "sphinx_ext.publishing.paginated.epub:TabLabelTransform", 300),
        ("latex", "sphinx_ext.publishing.paginated.latex:GroupChapterTransform", 20),
        ("latex", "sphinx_ext.publishing.paginated.latex:SchemaChapterTransform", 20),
        ("latex", "sphinx_ext.publishing.paginated.latex:LatexImageConverter", 210),
        ("latex", "sphinx_ext.publishing.paginated.latex:LatexImageFallback", 250),
        ("latex", "sphinx_ext.publishing.paginated.latex:LatexTableTransform", 260),
        ("latex", "sphinx_ext.publishing.paginated.latex:LatexCharacterTransform", 270),
        ("man", "sphinx_ext.publishing.paginated.plain_text:ManSchemaTransform", 3),
        ("man", "sphinx_ext.publishing.paginated.plain_text:ManLinkTransform", 240),
        ("man", "sphinx_ext.publishing.paginated.plain_text:ManTableTransform", 250),
    ):
        app.add_post_transform(late_transform(reference, priority, partial(_is_for, {form})))


def setup_checks(app: Sphinx) -> None:
    """Register the choice of checks, and the builder that only checks."""
    from .checks.dry_builder import DryBuilder
    from .checks.site_checks import CHECKS

    for check in CHECKS:
        register_check(app, check)
    default = [str(check.name) for check in CHECKS if check.is_default]
    app.add_config_value("sitejson_checks", default, "", types=LIST)
    app.add_builder(DryBuilder)


def _is_for(names: Collection[str], transform: SphinxTransform) -> bool:
    """Whether pages are written by one of some builders, or in one of some formats."""
    builder = site_of(transform.env).builder
    return builder.format in names or builder.name in names


API_FEATURES = (
    setup_core,
    setup_openapi,
    setup_reference,
    setup_compat,
    register_theme,
)
"""The features of a project that documents an API and has no site configuration."""

FEATURES = (
    setup_core,
    setup_mdx,
    setup_components,
    setup_openapi,
    setup_reference,
    setup_compat,
    setup_api_changes,
    setup_pages,
    setup_publishing,
    setup_theme,
    setup_paginated,
    setup_checks,
)
