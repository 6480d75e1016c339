"""The build steps: the listeners of each Sphinx event, in their order.

The steps of an event are listed in the order in which they run. The number before each is its
priority, by which Sphinx sorts the listeners of all extensions; 500 is the default. A function is
named as ``"package.module:function"`` and imported when its event happens for the first time; a
condition after it says in which projects it has something to do, so that others never import it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from .common.build_state import site_domain
from .common.late_imports import late_function
from .common.other_extensions import OUR_THEME, has_our_theme
from .common.page_failures import isolate_listener
from .common.uses import has_tags, uses_api
from .patches.application import author_names, is_set_by_author

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from .settings.scope import Scope

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
        (40, "sphinx_ext.settings.config:normalize_config_values"),
        (40, "sphinx_ext.settings.conf_py:find_unknown_theme", names_other_theme),
        (50, "sphinx_ext.links.url_credentials:strip_config_credentials"),
        (500, "sphinx_ext.mdx.parsers:prefer_mdx_parser"),
        (500, "sphinx_ext.publishing.redirects:add_template_path"),
        (500, "sphinx_ext.publishing.redirects:check_formats"),
        (500, "sphinx_ext.common.site_urls:resolve_base_url"),
        (
            500,
            "sphinx_ext.publishing.meta_tags:check_card_options",
            has("sitejson_social_cards", "sitejson_social_card_font"),
        ),
        (500, "sphinx_ext.theme.page_actions:check_links", has("sitejson_page_links")),
        (500, "sphinx_ext.openapi.documents:check_origins", has("sitejson_allowed_origins")),
        (500, "sphinx_ext.reference.playground:check_proxy", has("sitejson_proxy_url")),
        (500, "sphinx_ext.common.enabled_checks:normalize_enabled_checks"),
        (500, "sphinx_ext.common.enabled_checks:report_unknown_codes", has("suppress_warnings")),
        (500, "sphinx_ext.mdx.javascript:check_limits", has("sitejson_javascript_limits")),
        (500, "sphinx_ext.mdx.pages:check_myst_syntax", has("sitejson_mdx_myst")),
        # After other extensions (500), before Sphinx checks its own values (800).
        (700, "sphinx_ext.settings.config:read_settings"),
        # The settings have chosen the theme.
        (750, "sphinx_ext.mdx.formulas:choose_renderer"),
        (750, "sphinx_ext.common.output_directory:lock_folders"),
        # All other extensions have registered their parsers, nodes and domains.
        (850, "sphinx_ext.settings.conf_py:find_unknown_parsers", sets_suffixes),
        (850, "sphinx_ext.compat.free_names:register_openapi_directive"),
        (850, "sphinx_ext.compat.http_domain:register_domain"),
        (850, "sphinx_ext.compat.free_names:register_viewers"),
        # Sphinx has chosen the engine by the language (800).
        (850, "sphinx_ext.publishing.paginated.latex:show_unknown_characters"),
        (850, "sphinx_ext.publishing.paginated.latex:set_latex_defaults"),
    ),
    "builder-inited": (
        (50, "sphinx_ext.common.reports:count_repeated_messages"),
        # First: all other steps read the settings.
        (100, "sphinx_ext.settings.config:install_site"),
        # Before any template is compiled.
        (100, "sphinx_ext.theme.template_escaping:escape_project_templates"),
        (110, "sphinx_ext.navigation.page_languages:install_page_translations"),
        # Around Sphinx's check of the version of an EPUB (500).
        (499, "sphinx_ext.publishing.paginated.epub:hide_epub_version"),
        # After the theme is loaded, which may have its own values.
        (500, "sphinx_ext.settings.conf_py:report_misspelled_names", has_unknown_names),
        (500, "sphinx_ext.mdx.file_guard:guard_directives"),
        (500, "sphinx_ext.components.project_components:collect_components"),
        (
            500,
            "sphinx_ext.openapi.sample_languages:collect_added_languages",
            adds("_sitejson_sample_languages"),
        ),
        (
            500,
            "sphinx_ext.openapi.api_formats:collect_added_formats",
            adds("_sitejson_api_formats"),
        ),
        (500, "sphinx_ext.compat.redoc:announce_redoc_pages", has("redoc")),
        (500, "sphinx_ext.openapi.documents:announce_pages"),
        (500, "sphinx_ext.appearance.page_icons:read_project_icons"),
        (500, "sphinx_ext.common.output_files:find_files"),
        (500, "sphinx_ext.patches.builders:cache_compiled_templates"),
        (500, "sphinx_ext.patches.builders:skip_unused_preparation"),
        (500, "sphinx_ext.publishing.search.sphinx_index:prepare_search_index"),
        (500, "sphinx_ext.theme.project_templates:report_template_errors", has_theme),
        (500, "sphinx_ext.appearance.code_blocks:report_code_colors", has_theme),
        (500, "sphinx_ext.appearance.code_blocks:share_formatters"),
        (500, "sphinx_ext.theme.title_cache:cache_titles"),
        (500, "sphinx_ext.publishing.feedback:configure_feedback"),
        (500, "sphinx_ext.publishing.paginated.plain_text:set_minimum_column_width"),
        (500, "sphinx_ext.common.other_extensions:log_overlapping_extensions"),
        (500, "sphinx_ext.publishing.redirects:exclude_from_catalogs"),
        (500, "sphinx_ext.checks.languages:check_language", is_translated),
        (501, "sphinx_ext.publishing.paginated.epub:restore_epub_version"),
        # Extensions have added their static folders.
        (900, "sphinx_ext.theme.project_templates:report_legacy_options", has_theme),
        (900, "sphinx_ext.theme.project_templates:check_templates", writes_nothing),
        # Around what all others have registered and replaced.
        (900, "sphinx_ext.common.page_failures:install_guard"),
        (900, "sphinx_ext.common.page_failures:isolate_transforms"),
    ),
    "env-get-outdated": (
        (500, "sphinx_ext.common.page_failures:failed_pages"),
        (500, "sphinx_ext.common.other_extensions:pages_after_theme_change"),
        (500, "sphinx_ext.settings.config:pages_after_settings_change"),
        (500, "sphinx_ext.reference.listings:outdated_listings", has_api),
        (500, "sphinx_ext.reference.bound_pages:outdated_pages", has_api),
        (500, "sphinx_ext.mdx.javascript:find_pages_with_old_dates", has_dates),
        (500, "sphinx_ext.navigation.site_map:read_navigation"),
        (500, "sphinx_ext.checks.site_checks:clear_reported_checks"),
        # The navigation has named what is wrong with each page that it lists.
        (600, "sphinx_ext.publishing.site_root:require_root_document"),
    ),
    "env-before-read-docs": (
        (500, "sphinx_ext.pages.page_text:repair_pages"),
        (500, "sphinx_ext.compat.http_domain:remove_operations"),
    ),
    "source-read": (
        (40, "sphinx_ext.navigation.page_languages:activate_page_language"),
        (50, "sphinx_ext.links.url_credentials:strip_page_credentials"),
        (60, "sphinx_ext.settings.variables:fill_page_variables", has_variables),
        # Extensions have filled in the source, such as those that run a template over it.
        (900, "sphinx_ext.pages.page_text:replace_control_characters"),
    ),
    "include-read": (
        (60, "sphinx_ext.settings.variables:fill_included_variables", has_variables),
        (900, "sphinx_ext.pages.page_text:replace_included_control_characters"),
    ),
    "doctree-read": (
        # Before Sphinx collects images and titles (500).
        (400, "sphinx_ext.pages.page_text:join_title_lines"),
        (400, "sphinx_ext.links.url_credentials:strip_doctree_credentials"),
        (500, "sphinx_ext.links.targets:collect_anchors"),
        (500, "sphinx_ext.links.targets:collect_untitled_links"),
        (500, "sphinx_ext.reference.implementations:record_implementations", has_api),
        (500, "sphinx_ext.appearance.page_icons:check_page_icon"),
        # Sphinx has created the table of contents of the page (500).
        (600, "sphinx_ext.components.inner_headings:add_inner_headings"),
    ),
    # All pages are read, none is written.
    "env-updated": (
        (100, "sphinx_ext.navigation.page_languages:reset_language"),
        (290, "sphinx_ext.reference.listings:load_listed_documents", has_api),
        (295, "sphinx_ext.reference.bound_pages:store_read_state", has_api),
        (300, "sphinx_ext.openapi.documents:report_documents", has_api),
        (300, "sphinx_ext.openapi.documents:index_pages", has_api),
        (350, "sphinx_ext.reference.implementations:outdated_implementations", has_api),
        (350, "sphinx_ext.compat.http_domain:label_table"),
        (350, "sphinx_ext.compat.http_domain:register_operations"),
        (400, "sphinx_ext.navigation.site_map:build_site_map"),
        (450, "sphinx_ext.publishing.redirects:prepare_redirects"),
        (500, "sphinx_ext.openapi.documents:append_schema_appendix", has_api),
        (500, "sphinx_ext.navigation.site_map:collect_names"),
        (500, "sphinx_ext.theme.files:generate_theme_files"),
        (500, "sphinx_ext.checks.case_collisions:report_case_collisions"),
        (500, "sphinx_ext.checks.images:report_broken_images"),
        (
            500,
            "sphinx_ext.theme.static_files:report_static_files",
            has("html_css_files", "html_js_files"),
        ),
        (500, "sphinx_ext.checks.site_checks:run_checks"),
        (500, "sphinx_ext.settings.front_matter:check_page_versions"),
        (500, "sphinx_ext.settings.front_matter:check_related_pages"),
        (500, "sphinx_ext.settings.front_matter:report_ignored_keys", has_ignored_keys),
        (500, "sphinx_ext.publishing.paginated.epub:add_style"),
        (500, "sphinx_ext.publishing.page_tags:outdated_tag_indexes", lists_tags),
        (510, "sphinx_ext.links.link_check:check_site_links"),
        (510, "sphinx_ext.common.page_failures:pages_beside_failed"),
        (550, "sphinx_ext.reference.playground:generate_playground_files"),
        # The dependencies of the pages are known; a comparison with the last build decides
        # which pages are written.
        (600, "sphinx_ext.theme.outdated_pages:pages_to_write"),
        (650, "sphinx_ext.publishing.markdown_pages:prepare_markdown_pages"),
        (650, "sphinx_ext.theme.page_actions:record_documents"),
        (650, "sphinx_ext.publishing.search.index_writer:begin_index"),
    ),
    "env-check-consistency": ((500, "sphinx_ext.checks.site_checks:clear_reported_checks"),),
    "missing-reference": (
        (500, "sphinx_ext.reference.api_changes:keep_link_text", is_optional_link),
    ),
    "warn-missing-reference": (
        (500, "sphinx_ext.reference.roles:warn_unresolved_role"),
        (500, "sphinx_ext.compat.http_domain:warn_of_dead_endpoint"),
    ),
    "doctree-resolved": (
        (0, "sphinx_ext.common.page_failures:begin_resolving"),
        (500, "sphinx_ext.links.link_check:check_page_links"),
        (500, "sphinx_ext.mdx.formulas:check_formulas", writes_nothing),
        # All other listeners have changed the doctree.
        (900, "sphinx_ext.publishing.search.index_writer:index_resolved_page"),
        (10_000, "sphinx_ext.common.page_failures:end_resolving"),
    ),
    "html-page-context": (
        # Sphinx's listeners (500) take the function that generates URLs from the context.
        (100, "sphinx_ext.theme.not_found:begin_root_urls"),
        # Before other extensions check whether a page has a description (500).
        (400, "sphinx_ext.publishing.meta_tags:add_meta_tags"),
        (500, "sphinx_ext.components.component_files:add_component_files"),
        (500, "sphinx_ext.reference.page_files:add_api_files", has_api),
        (500, "sphinx_ext.theme.page_context:add_page_context"),
        (500, "sphinx_ext.publishing.markdown_pages:write_markdown_page"),
        (500, "sphinx_ext.theme.page_actions:add_menu"),
        (500, "sphinx_ext.publishing.services:add_data"),
        (500, "sphinx_ext.publishing.feedback:add_feedback"),
        # Metadata of the page precedes the tags that are added for search engines.
        (600, "sphinx_ext.publishing.search_engines:add_tags"),
        (600, "sphinx_ext.publishing.feeds:write_feed"),
        (900, "sphinx_ext.theme.page_context:remove_design_files"),
        (900, "sphinx_ext.mdx.code_blocks:remove_diagram_scripts", has_diagrams),
        (900, "sphinx_ext.theme.page_context:set_image_attributes", has_theme),
        # Last: icons in content of other extensions are rendered, too.
        (900, "sphinx_ext.appearance.page_icons:add_icons_to_body"),
    ),
    "html-collect-pages": (
        (500, "sphinx_ext.publishing.site_root:write_root_redirect"),
        (500, "sphinx_ext.publishing.search.sphinx_index:restore_index_entries"),
        (500, "sphinx_ext.theme.page_context:resolve_common_context"),
        (500, "sphinx_ext.theme.not_found:collect_page"),
        (500, "sphinx_ext.publishing.redirects:write_redirects"),
        (500, "sphinx_ext.publishing.search_engines:write_search_files"),
        (500, "sphinx_ext.publishing.site_root:write_host_files"),
        (500, "sphinx_ext.publishing.feeds:remove_stale_feeds"),
        (500, "sphinx_ext.publishing.meta_tags:draw_cards"),
        (500, "sphinx_ext.openapi.downloads:write_documents"),
        (500, "sphinx_ext.reference.collection_files:write_collections"),
        # The documents that it lists are written.
        (600, "sphinx_ext.publishing.markdown_pages:write_llms_files"),
    ),
    "build-finished": (
        (500, "sphinx_ext.reference.playground:write_playground_files"),
        (500, "sphinx_ext.common.output_files:copy_files"),
        (500, "sphinx_ext.theme.sidebar_tree:write_tree_files", has_theme),
        (500, "sphinx_ext.theme.sidebar_tree:write_location_files", has_theme),
        (500, "sphinx_ext.publishing.search.index_writer:write_page_list"),
        (500, "sphinx_ext.publishing.search.index_writer:write_index"),
        (500, "sphinx_ext.theme.not_found:copy_to_root"),
        (500, "sphinx_ext.publishing.meta_tags:copy_preview_images"),
        (500, "sphinx_ext.theme.outdated_pages:store_page_digests"),
        (500, "sphinx_ext.links.url_credentials:strip_source_credentials"),
        (600, "sphinx_ext.navigation.page_languages:remove_page_translations"),
        (600, "sphinx_ext.common.reports:log_repeated_messages"),
        (600, "sphinx_ext.common.page_failures:finish_failures"),
        # After all other listeners.
        (10_000, "sphinx_ext.common.output_directory:release_folders"),
        (10_001, "sphinx_ext.common.output_directory:explain_file_error"),
    ),
}
"""The steps by event, the events in the order in which Sphinx emits them."""


API_STEPS = frozenset(
    {
        "sphinx_ext.openapi.sample_languages:collect_added_languages",
        "sphinx_ext.openapi.api_formats:collect_added_formats",
        "sphinx_ext.settings.config:normalize_config_values",
        "sphinx_ext.settings.config:read_settings",
        "sphinx_ext.settings.config:install_site",
        "sphinx_ext.openapi.documents:check_origins",
        "sphinx_ext.reference.playground:check_proxy",
        "sphinx_ext.compat.free_names:register_openapi_directive",
        "sphinx_ext.compat.http_domain:register_domain",
        "sphinx_ext.compat.free_names:register_viewers",
        "sphinx_ext.compat.redoc:announce_redoc_pages",
        "sphinx_ext.compat.http_domain:remove_operations",
        "sphinx_ext.compat.http_domain:label_table",
        "sphinx_ext.compat.http_domain:register_operations",
        "sphinx_ext.compat.http_domain:warn_of_dead_endpoint",
        "sphinx_ext.reference.listings:outdated_listings",
        "sphinx_ext.reference.bound_pages:outdated_pages",
        "sphinx_ext.reference.listings:load_listed_documents",
        "sphinx_ext.reference.bound_pages:store_read_state",
        "sphinx_ext.openapi.documents:report_documents",
        "sphinx_ext.openapi.documents:index_pages",
        "sphinx_ext.reference.implementations:record_implementations",
        "sphinx_ext.reference.implementations:outdated_implementations",
        "sphinx_ext.reference.roles:warn_unresolved_role",
        "sphinx_ext.reference.page_files:add_api_files",
        "sphinx_ext.common.page_failures:install_guard",
        "sphinx_ext.common.page_failures:isolate_transforms",
        "sphinx_ext.common.page_failures:failed_pages",
        "sphinx_ext.common.page_failures:pages_beside_failed",
        "sphinx_ext.common.page_failures:begin_resolving",
        "sphinx_ext.common.page_failures:end_resolving",
        "sphinx_ext.common.page_failures:finish_failures",
    }
)
"""The steps for API documentation, which also run in a project without a site."""


OUTPUT_STEPS = frozenset(
    {
        "sphinx_ext.theme.files:generate_theme_files",
        "sphinx_ext.reference.playground:generate_playground_files",
        "sphinx_ext.theme.outdated_pages:pages_to_write",
        "sphinx_ext.publishing.markdown_pages:prepare_markdown_pages",
        "sphinx_ext.theme.page_actions:record_documents",
        "sphinx_ext.publishing.search.index_writer:begin_index",
        "sphinx_ext.publishing.search.index_writer:index_resolved_page",
        "sphinx_ext.reference.playground:write_playground_files",
        "sphinx_ext.common.output_files:copy_files",
        "sphinx_ext.theme.sidebar_tree:write_tree_files",
        "sphinx_ext.theme.sidebar_tree:write_location_files",
        "sphinx_ext.publishing.search.index_writer:write_page_list",
        "sphinx_ext.publishing.search.index_writer:write_index",
        "sphinx_ext.theme.not_found:copy_to_root",
        "sphinx_ext.publishing.meta_tags:copy_preview_images",
        "sphinx_ext.theme.outdated_pages:store_page_digests",
    }
)
"""The steps that only write files of the site and report nothing."""

STEPS_WITHOUT_SITE: Mapping[str, tuple[tuple[Any, ...], ...]] = {
    "builder-inited": (
        (500, "sphinx_ext.openapi.documents:announce_extra_pages", has("redoc")),
        (500, "sphinx_ext.settings.config:refuse_derived_theme"),
    ),
    "env-get-outdated": (
        (600, "sphinx_ext.publishing.site_root:require_settings_for_markdown", lacks_root_document),
    ),
    "env-updated": (
        (500, "sphinx_ext.reference.roles:remove_empty_index_label"),
        (500, "sphinx_ext.reference.page_files:write_api_files", has_api),
        (550, "sphinx_ext.reference.playground:generate_playground_files", has_api),
    ),
    "build-finished": ((500, "sphinx_ext.reference.playground:write_playground_files", has_api),),
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
            late_function("sphinx_ext.checks.dry_builder:disable_output")(app, for_output)

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
