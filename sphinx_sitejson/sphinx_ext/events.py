"""The build steps: the listeners of each Sphinx event, in their order.

The steps of an event are listed in the order in which they run. The number before each is its
priority, by which Sphinx sorts the listeners of all extensions; 500 is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.sphinx_ext.reference.playground.files import (
    check_proxy,
    generate_playground_files,
    write_playground_files,
)

from .appearance.code_blocks import report_code_colors, share_formatters
from .appearance.page_icons import add_icons_to_body, check_page_icon, read_project_icons
from .checks.dry_builder import disable_output
from .checks.site_checks import clear_reported_checks, run_checks
from .common.enabled_checks import normalize_enabled_checks
from .common.other_extensions import log_overlapping_extensions, pages_after_theme_change
from .common.output_directory import OutputDirectoryLock, explain_file_error
from .common.output_files import copy_files, find_files
from .common.page_failures import (
    begin_resolving,
    end_resolving,
    failed_pages,
    finish_failures,
    install_guard,
    isolate_listener,
    isolate_transforms,
    pages_beside_failed,
)
from .common.reports import count_repeated_messages, log_repeated_messages
from .common.site_urls import resolve_base_url
from .compat.http_domain import (
    label_table,
    register_domain,
    register_operations,
    remove_operations,
    warn_of_dead_endpoint,
)
from .compat.redoc import announce_redoc_pages
from .compat.setup import register_compat
from .components.inner_headings import add_inner_headings
from .components.setup import add_component_files, collect_components
from .links.link_check import check_page_links, check_site_links
from .links.targets import collect_anchors
from .links.url_credentials import (
    strip_config_credentials,
    strip_doctree_credentials,
    strip_page_credentials,
    strip_source_credentials,
)
from .mdx.code_blocks import remove_diagram_scripts
from .mdx.file_guard import guard_directives
from .mdx.formulas import choose_renderer
from .mdx.javascript import check_limits, pages_with_old_dates
from .mdx.pages import prefer_mdx_parser
from .navigation.page_languages import (
    activate_page_language,
    install_page_translations,
    remove_page_translations,
    reset_language,
)
from .navigation.site_map import build_site_map, collect_names, read_navigation
from .openapi.api_formats import collect_added_formats
from .openapi.documents import (
    announce_extra_pages,
    announce_pages,
    append_schema_appendix,
    check_origins,
    index_pages,
    report_documents,
)
from .openapi.downloads import write_documents
from .openapi.sample_languages import collect_added_languages
from .pages.page_text import join_title_lines, repair_pages, replace_in_included, replace_in_page
from .patches.builders import cache_compiled_templates, skip_unused_preparation
from .publishing.feedback import add_feedback, configure_feedback
from .publishing.feeds import remove_stale_feeds, write_feed
from .publishing.markdown_pages import begin_pages, write_llms_files, write_markdown_page
from .publishing.meta_tags import add_meta_tags, check_library, copy_pictures, draw_cards
from .publishing.paginated.epub import add_style, hide_epub_version, restore_epub_version
from .publishing.paginated.latex import set_latex_defaults, show_unknown_characters
from .publishing.paginated.plain_text import set_minimum_column_width
from .publishing.redirects import (
    check_formats,
    exclude_from_catalogs,
    offer_template,
    prepare_redirects,
    write_redirects,
)
from .publishing.search.index_writer import (
    begin_index,
    index_resolved_page,
    write_index,
    write_page_list,
)
from .publishing.search.sphinx_index import prepare_search_index, restore_index_entries
from .publishing.search_engines import add_tags, write_search_files
from .publishing.services import add_data
from .publishing.site_root import require_first_page, write_host_files, write_root_redirect
from .reference.api_changes.pages import keep_link_text
from .reference.bound_pages import outdated_pages
from .reference.implementations.object_links import pages_with_new_objects, record_implementations
from .reference.listings.listing import outdated_listings, read_listed
from .reference.listings.setup import register_directive
from .reference.page_files import add_api_files, write_api_files
from .reference.roles import remove_empty_index_label, warn_of_dead_role
from .settings.config import Scope, SettingsReader, normalize_config_values, refuse_derived_theme
from .settings.front_matter import check_page_versions
from .theme.files import generate_theme_files
from .theme.not_found import begin_root_urls, collect_page, copy_to_root
from .theme.outdated_pages import pages_to_write, store_page_digests
from .theme.page_actions import add_menu, check_links, record_documents
from .theme.page_context import (
    add_page_context,
    remove_design_files,
    resolve_common_context,
    set_image_sizes,
)
from .theme.project_templates import report_legacy_options, report_template_errors
from .theme.sidebar_tree import write_location_files, write_tree_files
from .theme.template_escaping import escape_project_templates
from .theme.title_cache import cache_titles

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Step = tuple[int, Callable[..., Any]]


def build_steps(
    settings: SettingsReader, folders: OutputDirectoryLock
) -> Mapping[str, tuple[Step, ...]]:
    """Return the steps by event, the events in the order in which Sphinx emits them."""
    return {
        "config-inited": (
            # Before any value is used, and before any URL could be rendered or stored.
            (40, normalize_config_values),
            (50, strip_config_credentials),
            (500, prefer_mdx_parser),
            (500, offer_template),
            (500, check_formats),
            (500, resolve_base_url),
            (500, check_library),
            (500, check_links),
            (500, check_origins),
            (500, check_proxy),
            (500, normalize_enabled_checks),
            (500, check_limits),
            # After other extensions (500), before Sphinx checks its own values (800).
            (700, settings.read),
            # The settings have chosen the theme.
            (750, choose_renderer),
            (750, folders.lock),
            # All other extensions have registered their nodes and domains.
            (850, register_directive),
            (850, register_domain),
            (850, register_compat),
            # Sphinx has chosen the engine by the language (800).
            (850, show_unknown_characters),
            (850, set_latex_defaults),
        ),
        "builder-inited": (
            (50, count_repeated_messages),
            # First: all other steps read the settings.
            (100, settings.install_site),
            # Before any template is compiled.
            (100, escape_project_templates),
            (110, install_page_translations),
            # Around Sphinx's check of the version of an EPUB (500).
            (499, hide_epub_version),
            (500, guard_directives),
            (500, collect_components),
            (500, collect_added_languages),
            (500, collect_added_formats),
            (500, announce_redoc_pages),
            (500, announce_pages),
            (500, read_project_icons),
            (500, find_files),
            (500, cache_compiled_templates),
            (500, skip_unused_preparation),
            (500, prepare_search_index),
            (500, report_legacy_options),
            (500, report_template_errors),
            (500, report_code_colors),
            (500, share_formatters),
            (500, cache_titles),
            (500, configure_feedback),
            (500, set_minimum_column_width),
            (500, log_overlapping_extensions),
            (500, exclude_from_catalogs),
            (501, restore_epub_version),
            # Around what all others have registered and replaced.
            (900, install_guard),
            (900, isolate_transforms),
        ),
        "env-get-outdated": (
            (500, failed_pages),
            (500, pages_after_theme_change),
            (500, outdated_listings),
            (500, outdated_pages),
            (500, pages_with_old_dates),
            (500, read_navigation),
            (500, clear_reported_checks),
            # The navigation has named what is wrong with each page that it lists.
            (600, require_first_page),
        ),
        "env-before-read-docs": (
            (500, repair_pages),
            (500, remove_operations),
        ),
        "source-read": (
            (40, activate_page_language),
            (50, strip_page_credentials),
            # Extensions have filled in the source, such as those that run a template over it.
            (900, replace_in_page),
        ),
        "include-read": ((900, replace_in_included),),
        "doctree-read": (
            # Before Sphinx collects images and titles (500).
            (400, join_title_lines),
            (400, strip_doctree_credentials),
            (500, collect_anchors),
            (500, record_implementations),
            (500, check_page_icon),
            # Sphinx has made the contents of the page (500).
            (600, add_inner_headings),
        ),
        # All pages are read, none is written.
        "env-updated": (
            (100, reset_language),
            (290, read_listed),
            (300, report_documents),
            (300, index_pages),
            (350, pages_with_new_objects),
            (350, label_table),
            (350, register_operations),
            (400, build_site_map),
            (450, prepare_redirects),
            (500, append_schema_appendix),
            (500, collect_names),
            (500, generate_theme_files),
            (500, run_checks),
            (500, check_page_versions),
            (500, add_style),
            (510, check_site_links),
            (510, pages_beside_failed),
            (550, generate_playground_files),
            # The surroundings of the pages are known; a comparison with the last build decides
            # which pages are written.
            (600, pages_to_write),
            (650, begin_pages),
            (650, record_documents),
            (650, begin_index),
        ),
        "env-check-consistency": ((500, clear_reported_checks),),
        "missing-reference": ((500, keep_link_text),),
        "warn-missing-reference": ((500, warn_of_dead_role), (500, warn_of_dead_endpoint)),
        "doctree-resolved": (
            (0, begin_resolving),
            (500, check_page_links),
            # All other listeners have changed the doctree.
            (900, index_resolved_page),
            (10_000, end_resolving),
        ),
        "html-page-context": (
            # Sphinx's listeners (500) take the function that generates URLs from the context.
            (100, begin_root_urls),
            # Before other extensions look whether a page describes itself (500).
            (400, add_meta_tags),
            (500, add_component_files),
            (500, add_api_files),
            (500, add_page_context),
            (500, write_markdown_page),
            (500, add_menu),
            (500, add_data),
            (500, add_feedback),
            # Metadata of the page precedes the tags that are added for search engines.
            (600, add_tags),
            (600, write_feed),
            (900, remove_design_files),
            (900, remove_diagram_scripts),
            (900, set_image_sizes),
            # Last: icons in content of other extensions are rendered, too.
            (900, add_icons_to_body),
        ),
        "html-collect-pages": (
            (500, write_root_redirect),
            (500, restore_index_entries),
            (500, resolve_common_context),
            (500, collect_page),
            (500, write_redirects),
            (500, write_search_files),
            (500, write_host_files),
            (500, remove_stale_feeds),
            (500, draw_cards),
            (500, write_documents),
            # The documents that it lists are written.
            (600, write_llms_files),
        ),
        "build-finished": (
            (500, write_playground_files),
            (500, copy_files),
            (500, write_tree_files),
            (500, write_location_files),
            (500, write_page_list),
            (500, write_index),
            (500, copy_to_root),
            (500, copy_pictures),
            (500, store_page_digests),
            (500, strip_source_credentials),
            (600, remove_page_translations),
            (600, log_repeated_messages),
            (600, finish_failures),
            # After all other listeners.
            (10_000, folders.release),
            (10_001, explain_file_error),
        ),
    }


API_STEPS = frozenset(
    {
        normalize_config_values,
        check_origins,
        register_directive,
        register_domain,
        register_compat,
        collect_added_languages,
        collect_added_formats,
        announce_redoc_pages,
        remove_operations,
        label_table,
        register_operations,
        warn_of_dead_endpoint,
        outdated_listings,
        outdated_pages,
        read_listed,
        report_documents,
        index_pages,
        record_implementations,
        pages_with_new_objects,
        warn_of_dead_role,
        add_api_files,
        install_guard,
        isolate_transforms,
        failed_pages,
        pages_beside_failed,
        begin_resolving,
        end_resolving,
        finish_failures,
    }
)
"""The steps for API documentation, which also run in a project without a site."""


OUTPUT_STEPS = frozenset(
    {
        generate_theme_files,
        generate_playground_files,
        pages_to_write,
        begin_pages,
        record_documents,
        begin_index,
        index_resolved_page,
        write_playground_files,
        copy_files,
        write_tree_files,
        write_location_files,
        write_page_list,
        write_index,
        copy_to_root,
        copy_pictures,
        store_page_digests,
    }
)
"""The steps that only write files of the site and report nothing."""


def steps_without_site(settings: SettingsReader) -> Mapping[str, tuple[Step, ...]]:
    """Return the steps of a project that only documents an API; the rest of it is unchanged."""
    all_steps = build_steps(settings, OutputDirectoryLock())
    wanted = {*API_STEPS, settings.read, settings.install_site}
    chosen = {
        event: tuple(step for step in steps if step[1] in wanted)
        for event, steps in all_steps.items()
    }
    return {
        **chosen,
        "builder-inited": (
            *chosen["builder-inited"],
            (500, announce_extra_pages),
            (500, refuse_derived_theme),
        ),
        "env-updated": (
            *chosen["env-updated"],
            (500, remove_empty_index_label),
            (500, write_api_files),
        ),
    }


def connect_steps(app: Sphinx, scope: Scope) -> None:
    """Connect the steps for the scope of a project."""
    settings = SettingsReader(scope)
    is_site = scope != "api"
    all_steps = (
        build_steps(settings, OutputDirectoryLock()) if is_site else steps_without_site(settings)
    )
    for_output: list[int] = []
    for event, steps in all_steps.items():
        for priority, listener in steps:
            number = app.connect(event, isolate_listener(event, listener), priority=priority)
            if listener in OUTPUT_STEPS:
                for_output.append(number)
    app.connect("builder-inited", partial(disable_output, steps=for_output), priority=0)
