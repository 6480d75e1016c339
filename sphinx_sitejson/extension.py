"""Setup of the extension: registration with Sphinx before a build, by feature.

``events.py`` has the steps of a build. Optional features are only named here, and imported on first
use (``common.late_imports``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial, wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from docutils import nodes
from sphinx import addnodes
from sphinx_design.extension import depart_container, visit_container

from .common.files import THEME
from .reference.nodes import api_block, api_contents, api_fold, api_row
from .site_build.build_state import SiteDomain, has_tags, site_domain, site_of, uses_api
from .site_build.config_values import project_scope
from .site_build.extension_points import register_check
from .site_build.labels import setup_labels
from .site_build.late_imports import (
    late_directive,
    late_function,
    late_transform,
    late_visitors,
    resolve_reference,
)
from .site_build.nodes import flatten_findall
from .site_build.other_extensions import OUR_THEME, has_our_theme
from .site_build.page_failures import ReducedPaginatedPages, isolate_listener, isolate_visitors
from .site_build.plain_markdown import text_element, text_rule
from .site_build.private_interfaces import (
    add_application_method,
    author_names,
    is_set_by_author,
    relax_garbage_collection,
    replace_transform,
)
from .site_build.reports import install_log_filters

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.transforms import SphinxTransform
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

    from .site_build.config_values import Scope


NAME = "sphinx_design"


def load_design(app: Sphinx) -> None:
    """Load sphinx-design; unless the project loads it, it writes only its own containers.

    Other extensions create containers with the same attribute, and their styles need the class that
    sphinx-design omits.
    """
    is_project_extension = NAME in app.extensions or NAME in app.config.extensions
    app.setup_extension(NAME)
    if not is_project_extension:
        app.add_node(nodes.container, override=True, html=(_visit_container, depart_container))


def _visit_container(self: HTML5Translator, node: nodes.container) -> None:
    if "design_component" in node:
        visit_container(self, node)
    else:
        type(self).visit_container(self, node)


Condition = Callable[..., bool]
"""Receives the arguments of the event."""


class Step(NamedTuple):
    """A listener of an event."""

    priority: int
    function: str
    condition: Condition | None = None


# Conditions


def has(*values: str) -> Condition:
    """Whether one of these values of ``conf.py`` is set to something."""
    return lambda app, *arguments: any(getattr(app.config, value, None) for value in values)


def adds(state: str) -> Condition:
    """Whether the project has used an extension point, which keeps this state."""
    return lambda app, *arguments: hasattr(app, state)


def has_api(app: Sphinx, *arguments: Any) -> bool:
    """Whether the project documents an API."""
    return uses_api(app.env)


def has_theme(app: Sphinx, *arguments: Any) -> bool:
    """Whether pages are written with our theme."""
    return has_our_theme(app.builder)


def writes_nothing(app: Sphinx, *arguments: Any) -> bool:
    """Whether ``sitejson check`` runs."""
    return app.builder.name == "sitejson-check"


def names_other_theme(app: Sphinx, config: Config) -> bool:
    """Whether the project names a theme that is not ours."""
    return is_set_by_author(config, "html_theme") and config.html_theme != OUR_THEME


def sets_suffixes(app: Sphinx, config: Config) -> bool:
    """Whether the project says which parsers read its files."""
    return is_set_by_author(config, "source_suffix")


def has_unknown_names(app: Sphinx, *arguments: Any) -> bool:
    """Whether ``conf.py`` sets a name that is not a value of Sphinx or of an extension."""
    return any(name not in app.config.values for name in author_names(app.config))


def is_translated(app: Sphinx, *arguments: Any) -> bool:
    """Whether the language of the site is another than English."""
    return app.config.language not in (None, "", "en")


def lists_tags(app: Sphinx, *arguments: Any) -> bool:
    """Whether a page lists the tags of pages."""
    return has_tags(app.env)


def has_dates(app: Sphinx, env: BuildEnvironment, *arguments: Any) -> bool:
    """Whether pages show the date on which they were read."""
    return bool(site_domain(env).data["clock"])


def has_variables(app: Sphinx, *arguments: Any) -> bool:
    """Whether the settings have variables."""
    return bool(site_domain(app.env).site.settings.variables)


def lacks_root_document(app: Sphinx, env: BuildEnvironment, *arguments: Any) -> bool:
    """Whether the root document is not a page of the project."""
    return env.config.root_doc not in env.found_docs


def has_ignored_keys(app: Sphinx, env: BuildEnvironment, *arguments: Any) -> bool:
    """Whether the front matter of a page has a key without an effect."""
    return bool(site_domain(env).ignored_keys)


def has_diagrams(app: Sphinx, *arguments: Any) -> bool:
    """Whether the extension that draws diagrams is loaded."""
    return "sphinxcontrib.mermaid" in app.extensions


def is_optional_link(
    app: Sphinx, env: BuildEnvironment, node: nodes.Element, *arguments: Any
) -> bool:
    """Whether a reference may be unresolved."""
    return bool(node.get("is_optional"))


STEPS: Mapping[str, tuple[tuple[Any, ...], ...]] = {
    "config-inited": (
        # Before any value is used, and before any URL could be rendered or stored.
        (40, "site_build.config:normalize_config_values"),
        (40, "site_build.config_values:find_unknown_theme", names_other_theme),
        (50, "navigation.page_links:strip_config_credentials"),
        (500, "parsers.mdx_parser:prefer_mdx_parser"),
        (500, "publishing.redirect_files:add_template_path"),
        (500, "publishing.redirect_files:check_formats"),
        (500, "navigation.site_urls:resolve_base_url"),
        (
            500,
            "publishing.meta_tags:check_card_options",
            has("sitejson_social_cards", "sitejson_social_card_font"),
        ),
        (500, "theme.page_actions:check_links", has("sitejson_page_links")),
        (500, "reference.site_documents:check_origins", has("sitejson_allowed_origins")),
        (500, "reference.playground_files:check_proxy", has("sitejson_proxy_url")),
        (500, "site_build.extension_points:normalize_enabled_checks"),
        (500, "site_build.extension_points:report_unknown_codes", has("suppress_warnings")),
        (500, "parsers.javascript:check_limits", has("sitejson_javascript_limits")),
        (500, "parsers.mdx_pages:check_myst_syntax", has("sitejson_mdx_myst")),
        # After other extensions (500), before Sphinx checks its own values (800).
        (700, "site_build.config:read_settings"),
        # The settings have chosen the theme.
        (750, "parsers.mathml:choose_renderer"),
        (750, "site_build.output_directory:lock_folders"),
        # All other extensions have registered their parsers, nodes and domains.
        (850, "site_build.config_values:find_unknown_parsers", sets_suffixes),
        (850, "compat.free_names:register_openapi_directive"),
        (850, "compat.http_domain:register_domain"),
        (850, "compat.free_names:register_viewers"),
        # Sphinx has chosen the engine by the language (800).
        (850, "publishing.latex:show_unknown_characters"),
        (850, "publishing.latex:set_latex_defaults"),
    ),
    "builder-inited": (
        (50, "site_build.reports:count_repeated_messages"),
        # First: all other steps read the settings.
        (100, "site_build.config:install_site"),
        # Before any template is compiled.
        (100, "theme.project_templates:escape_project_templates"),
        (110, "navigation.page_languages:install_page_translations"),
        # Around Sphinx's check of the version of an EPUB (500).
        (499, "publishing.epub.builder:hide_epub_version"),
        # After the theme is loaded, which may have its own values.
        (500, "site_build.config_values:report_misspelled_names", has_unknown_names),
        (500, "parsers.file_guard:guard_directives"),
        (500, "components.directives:collect_components"),
        (
            500,
            "site_build.extension_points:collect_added_languages",
            adds("_sitejson_sample_languages"),
        ),
        (
            500,
            "site_build.extension_points:collect_added_formats",
            adds("_sitejson_api_formats"),
        ),
        (500, "compat.redoc:announce_redoc_pages", has("redoc")),
        (500, "reference.site_documents:announce_pages"),
        (500, "appearance.page_icons:read_project_icons"),
        (500, "site_build.output_files:find_files"),
        (500, "appearance.code_styles:report_low_contrast"),
        (500, "site_build.html_builder:cache_compiled_templates"),
        (500, "site_build.html_builder:skip_unused_preparation"),
        (500, "publishing.search_writer:prepare_search_index"),
        (500, "theme.project_templates:report_template_errors", has_theme),
        (500, "appearance.code_styles:report_code_colors", has_theme),
        (500, "appearance.code_styles:share_formatters"),
        (500, "site_build.html_builder:cache_titles"),
        (500, "publishing.feedback:configure_feedback"),
        (500, "publishing.plain_text:set_minimum_column_width"),
        (500, "site_build.other_extensions:log_overlapping_extensions"),
        (500, "publishing.redirect_files:exclude_from_catalogs"),
        (500, "checks.file_checks:check_language", is_translated),
        (501, "publishing.epub.builder:restore_epub_version"),
        # Extensions have added their static folders.
        (900, "theme.project_templates:report_legacy_options", has_theme),
        (900, "theme.project_templates:check_templates", writes_nothing),
        # Around what all others have registered and replaced.
        (900, "site_build.page_failures:install_guard"),
        (900, "site_build.page_failures:isolate_transforms"),
    ),
    "env-get-outdated": (
        (500, "site_build.page_failures:failed_pages"),
        (500, "site_build.other_extensions:pages_after_theme_change"),
        (500, "site_build.config:pages_after_settings_change"),
        (500, "reference.listing_directive:outdated_listings", has_api),
        (500, "reference.bound_pages:outdated_pages", has_api),
        (500, "parsers.javascript:find_pages_with_old_dates", has_dates),
        (500, "navigation.toctrees:read_navigation"),
        (500, "checks.site_checks:clear_reported_checks"),
        # The navigation has named what is wrong with each page that it lists.
        (600, "publishing.redirect_files:require_root_document"),
    ),
    "env-before-read-docs": (
        (500, "site_build.page_text:repair_pages"),
        (500, "compat.http_domain:remove_operations"),
    ),
    "source-read": (
        (40, "navigation.page_languages:activate_page_language"),
        (50, "navigation.page_links:strip_page_credentials"),
        (60, "site_build.page_text:fill_page_variables", has_variables),
        # Extensions have filled in the source, such as those that run a template over it.
        (900, "site_build.page_text:replace_control_characters"),
    ),
    "include-read": (
        (60, "site_build.page_text:fill_included_variables", has_variables),
        (900, "site_build.page_text:replace_included_control_characters"),
    ),
    "doctree-read": (
        # Before Sphinx collects images and titles (500).
        (400, "site_build.page_text:join_title_lines"),
        (400, "navigation.page_links:strip_doctree_credentials"),
        (500, "publishing.link_targets:collect_anchors"),
        (500, "publishing.link_targets:collect_untitled_links"),
        (500, "reference.implementations:record_implementations", has_api),
        (500, "appearance.page_icons:check_page_icon"),
        # Sphinx has created the table of contents of the page (500).
        (600, "components.transforms:add_inner_headings"),
    ),
    # All pages are read, none is written.
    "env-updated": (
        (100, "navigation.page_languages:reset_language"),
        (290, "reference.listing_directive:load_listed_documents", has_api),
        (295, "reference.bound_pages:store_read_state", has_api),
        (300, "reference.site_documents:report_documents", has_api),
        (300, "reference.site_documents:index_pages", has_api),
        (350, "reference.implementations:outdated_implementations", has_api),
        (350, "compat.http_domain:label_table"),
        (350, "compat.http_domain:register_operations"),
        (400, "navigation.toctrees:build_site_map"),
        (450, "publishing.redirect_files:prepare_redirects"),
        (500, "reference.site_documents:append_schema_appendix", has_api),
        (500, "navigation.toctrees:collect_names"),
        (500, "theme.files:generate_theme_files"),
        (500, "checks.file_checks:report_case_collisions"),
        (500, "checks.file_checks:report_broken_images"),
        (
            500,
            "theme.static_files:report_static_files",
            has("html_css_files", "html_js_files"),
        ),
        (500, "checks.site_checks:run_checks"),
        (500, "navigation.toctrees:check_page_versions"),
        (500, "navigation.toctrees:check_related_pages"),
        (500, "site_build.front_matter:report_ignored_keys", has_ignored_keys),
        (500, "publishing.epub.builder:add_style"),
        (500, "publishing.page_tags:outdated_tag_indexes", lists_tags),
        (510, "publishing.link_check:check_site_links"),
        (510, "site_build.page_failures:pages_beside_failed"),
        (550, "reference.playground_files:generate_playground_files"),
        # The dependencies of the pages are known; a comparison with the last build decides
        # which pages are written.
        (600, "theme.outdated_pages:pages_to_write"),
        (650, "publishing.markdown_pages:prepare_markdown_pages"),
        (650, "theme.page_actions:record_documents"),
        (650, "publishing.search_writer:begin_index"),
    ),
    "env-check-consistency": ((500, "checks.site_checks:clear_reported_checks"),),
    "missing-reference": ((500, "reference.api_changes:keep_link_text", is_optional_link),),
    "warn-missing-reference": (
        (500, "reference.domain:warn_unresolved_role"),
        (500, "compat.http_domain:warn_of_dead_endpoint"),
    ),
    "doctree-resolved": (
        (0, "site_build.page_failures:begin_resolving"),
        (500, "publishing.link_check:check_page_links"),
        (500, "parsers.mathml:check_formulas", writes_nothing),
        # All other listeners have changed the doctree.
        (900, "publishing.search_writer:index_resolved_page"),
        (10_000, "site_build.page_failures:end_resolving"),
    ),
    "html-page-context": (
        # Sphinx's listeners (500) take the function that generates URLs from the context.
        (100, "theme.not_found:begin_root_urls"),
        # Before other extensions check whether a page has a description (500).
        (400, "publishing.meta_tags:add_meta_tags"),
        (500, "components.output:add_component_files"),
        (500, "reference.html:add_api_files", has_api),
        (500, "theme.page_context:add_page_context"),
        (500, "publishing.markdown_pages:write_markdown_page"),
        (500, "theme.page_actions:add_menu"),
        (500, "publishing.services:add_data"),
        (500, "publishing.feedback:add_feedback"),
        # Metadata of the page precedes the tags that are added for search engines.
        (600, "publishing.search_engines:add_tags"),
        (600, "publishing.feeds:write_feed"),
        (900, "theme.page_context:remove_design_files"),
        (900, "parsers.code_blocks:remove_diagram_scripts", has_diagrams),
        (900, "theme.page_context:set_image_attributes", has_theme),
        # Last: icons in content of other extensions are rendered, too.
        (900, "appearance.page_icons:add_icons_to_body"),
    ),
    "html-collect-pages": (
        (500, "publishing.redirect_files:write_root_redirect"),
        (500, "publishing.search_writer:restore_index_entries"),
        (500, "theme.page_context:resolve_common_context"),
        (500, "theme.not_found:collect_page"),
        (500, "publishing.redirect_files:write_redirects"),
        (500, "publishing.search_engines:write_search_files"),
        (500, "publishing.redirect_files:write_host_files"),
        (500, "publishing.feeds:remove_stale_feeds"),
        (500, "publishing.meta_tags:draw_cards"),
        (500, "reference.downloads:write_documents"),
        (500, "reference.downloads:write_collections"),
        # The documents that it lists are written.
        (600, "publishing.markdown_pages:write_llms_files"),
    ),
    "build-finished": (
        (500, "reference.playground_files:write_playground_files"),
        (500, "site_build.output_files:copy_files"),
        (500, "theme.sidebar_tree:write_tree_files", has_theme),
        (500, "theme.sidebar_tree:write_location_files", has_theme),
        (500, "publishing.search_writer:write_page_list"),
        (500, "publishing.search_writer:write_index"),
        (500, "theme.not_found:copy_to_root"),
        (500, "publishing.meta_tags:copy_preview_images"),
        (500, "theme.outdated_pages:store_page_digests"),
        (500, "navigation.page_links:strip_source_credentials"),
        (600, "navigation.page_languages:remove_page_translations"),
        (600, "site_build.reports:log_repeated_messages"),
        (600, "site_build.page_failures:finish_failures"),
        # After all other listeners.
        (10_000, "site_build.output_directory:release_folders"),
        (10_001, "site_build.output_directory:explain_file_error"),
    ),
}
"""The steps by event, the events in the order in which Sphinx emits them."""


API_STEPS = frozenset(
    {
        "site_build.extension_points:collect_added_languages",
        "site_build.extension_points:collect_added_formats",
        "site_build.config:normalize_config_values",
        "site_build.config:read_settings",
        "site_build.config:install_site",
        "reference.site_documents:check_origins",
        "reference.playground_files:check_proxy",
        "compat.free_names:register_openapi_directive",
        "compat.http_domain:register_domain",
        "compat.free_names:register_viewers",
        "compat.redoc:announce_redoc_pages",
        "compat.http_domain:remove_operations",
        "compat.http_domain:label_table",
        "compat.http_domain:register_operations",
        "compat.http_domain:warn_of_dead_endpoint",
        "reference.listing_directive:outdated_listings",
        "reference.bound_pages:outdated_pages",
        "reference.listing_directive:load_listed_documents",
        "reference.bound_pages:store_read_state",
        "reference.site_documents:report_documents",
        "reference.site_documents:index_pages",
        "reference.implementations:record_implementations",
        "reference.implementations:outdated_implementations",
        "reference.domain:warn_unresolved_role",
        "reference.html:add_api_files",
        "site_build.page_failures:install_guard",
        "site_build.page_failures:isolate_transforms",
        "site_build.page_failures:failed_pages",
        "site_build.page_failures:pages_beside_failed",
        "site_build.page_failures:begin_resolving",
        "site_build.page_failures:end_resolving",
        "site_build.page_failures:finish_failures",
    }
)
"""The steps for API documentation, which also run in a project without a site."""


OUTPUT_STEPS = frozenset(
    {
        "theme.files:generate_theme_files",
        "reference.playground_files:generate_playground_files",
        "theme.outdated_pages:pages_to_write",
        "publishing.markdown_pages:prepare_markdown_pages",
        "theme.page_actions:record_documents",
        "publishing.search_writer:begin_index",
        "publishing.search_writer:index_resolved_page",
        "reference.playground_files:write_playground_files",
        "site_build.output_files:copy_files",
        "theme.sidebar_tree:write_tree_files",
        "theme.sidebar_tree:write_location_files",
        "publishing.search_writer:write_page_list",
        "publishing.search_writer:write_index",
        "theme.not_found:copy_to_root",
        "publishing.meta_tags:copy_preview_images",
        "theme.outdated_pages:store_page_digests",
    }
)
"""The steps that only write files of the site and report nothing."""

STEPS_WITHOUT_SITE: Mapping[str, tuple[tuple[Any, ...], ...]] = {
    "builder-inited": (
        (500, "reference.site_documents:announce_extra_pages", has("redoc")),
        (500, "site_build.config:refuse_derived_theme"),
    ),
    "env-get-outdated": (
        (600, "publishing.redirect_files:require_settings_for_markdown", lacks_root_document),
    ),
    "env-updated": (
        (500, "reference.domain:remove_empty_index_label"),
        (500, "reference.html:write_api_files", has_api),
        (550, "reference.playground_files:generate_playground_files", has_api),
    ),
    "build-finished": ((500, "reference.playground_files:write_playground_files", has_api),),
}
"""Additional steps of a project that only documents an API."""


def steps_of(scope: Scope) -> Mapping[str, tuple[Step, ...]]:
    """Return the steps of a project by event."""
    all_steps = {event: tuple(Step(*row) for row in rows) for event, rows in STEPS.items()}
    if scope != "api":
        return all_steps
    return {
        event: (
            *(step for step in steps if step.function in API_STEPS),
            *(Step(*row) for row in STEPS_WITHOUT_SITE.get(event, ())),
        )
        for event, steps in all_steps.items()
    }


def connect_steps(app: Sphinx, scope: Scope) -> None:
    """Connect the steps for the scope of a project."""
    for_output: list[int] = []
    for event, steps in steps_of(scope).items():
        for step in steps:
            listener = isolate_listener(event, listener_of(event, step))
            number = app.connect(event, listener, priority=step.priority)
            if step.function in OUTPUT_STEPS:
                for_output.append(number)

    def disable_output(app: Sphinx) -> None:
        if writes_nothing(app):
            late_function("checks.dry_builder:disable_output")(app, for_output)

    app.connect("builder-inited", disable_output, priority=0)


def listener_of(event: str, step: Step) -> Callable[..., Any]:
    """Return a listener that imports the function of a step with the first event that needs it."""
    listener = late_function(step.function)
    condition = step.condition
    if condition is None:
        return listener
    # Sphinx updates the pages that listeners of these events return.
    without_step = () if event in ("env-get-outdated", "html-collect-pages") else None

    @wraps(listener)
    def listen(*arguments: Any) -> Any:
        return listener(*arguments) if condition(*arguments) else without_step

    return listen


OTHER_MARKDOWN_READERS = ("myst_nb", "recommonmark", "m2r", "m2r2", "sphinx_mdinclude")
"""Extensions that parse such pages, and that fail or are ignored if another one does."""

API_NODES = (api_block, api_row, api_fold, api_contents, text_element, text_rule)

TEXT, SWITCH, NUMBER = frozenset({str}), frozenset({bool}), frozenset({int})
LIST, TABLE = frozenset({list, tuple}), frozenset({dict})


def setup_extension(app: Sphinx, *, version: str) -> ExtensionMetadata:
    """Load the required extensions, set up every feature, then connect the build steps."""
    if not all(map(_can_be_extension, app.config.extensions)):
        resolve_reference("site_build.config_values:refuse_wrong_extensions")(app)
    # At once, since Sphinx loads the stored environment before any event.
    relax_garbage_collection(app)
    flatten_findall(app)
    install_log_filters(app)
    app.add_config_value("sitejson_file", "site.json", "", types=TEXT)
    app.add_config_value("sitejson_preview", False, "html", types=SWITCH)
    scope = project_scope(app)
    if scope != "api":
        load_myst(app)
        load_design(app)
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
    from .reference.domain import OpenApiDomain

    app.add_config_value("sitejson_extensions", [], "env", types=LIST)
    app.add_config_value("sitejson_proxy_url", "", "", types=TEXT)
    bound = late_directive("reference.bound_pages:OpenApiDirective")
    app.add_directive("openapi-operation", bound)
    app.add_directive("openapi-schema", bound)
    app.add_directive("openapi-overview", late_directive("reference.bound_pages:OverviewDirective"))
    depart = "reference.html:depart_nothing"
    visitors: dict[type[nodes.Element], str] = {
        api_block: "reference.html:visit_block",
        api_row: "reference.html:visit_row",
        api_fold: "reference.html:visit_fold",
        api_contents: "reference.html:visit_contents",
        text_rule: "reference.html:visit_text_rule",
    }
    for kind, visit in visitors.items():
        app.add_node(kind, html=isolate_visitors(*late_visitors(visit, depart)))
    visit, depart = (
        "reference.html:visit_text_element",
        "reference.html:depart_text_element",
    )
    app.add_node(text_element, html=isolate_visitors(*late_visitors(visit, depart)))
    app.add_post_transform(late_transform("reference.plain:PlainReference", 5, _is_api_in_plain))
    app.add_domain(OpenApiDomain)
    app.add_post_transform(
        late_transform("reference.implementations:ImplementationLinks", 4, _is_of_api_project)
    )
    app.add_transform(late_transform("reference.listing_directive:FinishListings", 420, _shows_api))


def setup_compat(app: Sphinx) -> None:
    """Register what pages of other API extensions have."""
    app.add_directive("sitejson-redoc-page", late_directive("compat.redoc:RedocPage"))
    is_paginated = partial(_is_for, {"epub", "latex", "texinfo"})
    app.add_post_transform(late_transform("compat.redoc:NoRedocIdsInPaginated", 5, is_paginated))


def setup_api_changes(app: Sphinx) -> None:
    """Register the comparison of documents."""
    app.add_config_value("sitejson_openapi_previous", {}, "env", types=TABLE)
    app.add_directive(
        "openapi-changes",
        late_directive("reference.api_changes:OpenApiChangesDirective"),
    )
    app.add_transform(
        late_transform("reference.api_changes:ChangesOnPages", 405, _may_show_changes)
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
    from .appearance.lexers import MdxLexer
    from .parsers.code_blocks import load_mermaid
    from .parsers.mdx_parser import MdxParser

    app.add_config_value("sitejson_mdx_suffixes", None, "env", types=LIST)
    app.add_config_value("sitejson_mdx_myst", (), "env", types=LIST)
    app.add_config_value("sitejson_javascript_limits", {}, "env", types=TABLE)
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
    app.add_lexer("mdx", MdxLexer)
    load_mermaid(app)
    inline, block = map(
        late_function,
        ("parsers.mathml:visit_math", "parsers.mathml:visit_math_block"),
    )
    app.add_html_math_renderer("sitejson", (inline, None), (block, None))


def setup_components(app: Sphinx) -> None:
    """Register the nodes, directives and transforms of components."""
    from .components.directives import add_component, add_directive
    from .components.nodes import (
        block_in_line,
        component,
        component_slot,
        component_text,
        html_block,
        html_inline,
        html_text,
        inline_component,
    )
    from .components.registry import BUILT_IN

    app.add_post_transform(late_transform("publishing.link_targets:ResolvePageLinks", 5))
    html = late_visitors(
        "components.nodes:visit_html",
        "components.nodes:depart_html",
    )
    for kind in (html_block, html_text, html_inline):
        app.add_node(kind, html=isolate_visitors(*html))
    app.add_post_transform(late_transform("components.output:PlainHtml", 190))
    depart = "components.output:depart_text"
    visitors = isolate_visitors(*late_visitors("components.output:visit_component", depart))
    for drawn in (component, inline_component, block_in_line):
        app.add_node(drawn, html=visitors)
    for part in (component_slot, component_text):
        app.add_node(part, html=late_visitors("components.output:visit_text", depart))
    for known in BUILT_IN.values():
        add_directive(app, known)
    add_application_method(app, "add_mdx_component", add_component)
    app.add_transform(late_transform("components.tree_normalizer:NormalizeTree", 30))
    app.add_transform(late_transform("components.transforms:PackageManagerTabs", 404))
    app.add_transform(late_transform("components.transforms:ReportMisplacedComponents", 405))
    app.add_transform(late_transform("components.transforms:ComponentsTransform", 410))
    app.add_transform(late_transform("components.transforms:FillHero", 411))
    app.add_post_transform(late_transform("components.transforms:RemoveRepeatedTitle", 6))
    app.add_post_transform(late_transform("components.output:PlainComponents", 5))


def setup_pages(app: Sphinx) -> None:
    """Register the transforms of titles and code blocks."""
    from sphinx.transforms import SphinxSmartQuotes
    from sphinx.transforms.post_transforms.code import HighlightLanguageTransform

    from .parsers.code_blocks import (
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
    app.add_transform(late_transform("site_build.page_text:ReadableText", 1))
    app.add_transform(late_transform("navigation.page_titles:PageFactsTransform", 400))
    app.add_transform(late_transform("navigation.toctrees:NavigationToctrees", 410))


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
    app.add_post_transform(late_transform("publishing.page_tags:TagTransform", 4, _has_tags))
    app.add_post_transform(late_transform("publishing.redirect_files:RedirectedLinkTransform", 8))


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
        late_transform("appearance.code_styles:DiffLanguageTransform", 400, is_html)
    )
    app.add_post_transform(
        late_transform("theme.object_descriptions:LayOutObjects", 300, _shows_objects)
    )
    visit = late_function("theme.object_descriptions:visit_parameters")
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
        from .publishing.epub.builder import SiteEpubBuilder

        app.add_builder(SiteEpubBuilder, override=True)
    for form, reference, priority in (
        ("html", "publishing.epub.builder:TabLabelTransform", 300),
        ("latex", "publishing.latex:GroupChapterTransform", 20),
        ("latex", "publishing.latex:SchemaChapterTransform", 20),
        ("latex", "publishing.latex:LatexImageConverter", 210),
        ("latex", "publishing.latex:LatexImageFallback", 250),
        ("latex", "publishing.latex:LatexTableTransform", 260),
        ("latex", "publishing.latex:LatexCharacterTransform", 270),
        ("man", "publishing.plain_text:ManSchemaTransform", 3),
        ("man", "publishing.plain_text:ManLinkTransform", 240),
        ("man", "publishing.plain_text:ManTableTransform", 250),
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
