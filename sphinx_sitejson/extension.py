"""The extension in three parts: API documentation, pages, and sites.

`setup_api` is all that a project without ``site.json`` needs, `setup_pages` adds MDX and components
and `setup_site` the theme, the navigation and what is published. Listeners of equal priority run in
the order in which they are connected here: ``tests/listeners.txt`` has the complete order.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any
from zlib import crc32

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from .common.files import THEME
from .site_build.build_state import SiteDomain
from .site_build.config_values import project_scope, refuse_wrong_extensions
from .site_build.garbage_collection import relax_garbage_collection, restore_thresholds
from .site_build.labels import setup_labels
from .site_build.page_failures import (
    guard_directive,
    guard_transform,
    isolate_listener,
    isolate_visitors,
)
from .site_build.reports import install_log_filters

OTHER_MARKDOWN_READERS = ("myst_nb", "recommonmark", "m2r", "m2r2", "sphinx_mdinclude")
"""Extensions that parse such pages, and that fail or are ignored if another one does."""

TEXT, SWITCH, NUMBER = frozenset({str}), frozenset({bool}), frozenset({int})
LIST, TABLE = frozenset({list, tuple}), frozenset({dict})


def setup_extension(app: Sphinx, *, version: str) -> ExtensionMetadata:
    """Set up the parts that a project needs, each of which can also be set up without the next."""
    if not all(map(_can_be_extension, app.config.extensions)):
        refuse_wrong_extensions(app)
    setup_build(app)
    is_site = project_scope(app) != "api"
    if is_site:
        # First, so that their listeners run before ours.
        load_myst(app)
        load_design(app)
    setup_api(app)
    if is_site:
        setup_pages(app)
        setup_site(app)
    else:
        connect_api_alone(app)
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


def setup_build(app: Sphinx) -> None:
    """Register what every part needs of a build: its state, its labels, its messages."""
    # At once, since Sphinx loads the stored environment before any event.
    relax_garbage_collection(app)
    app.connect("build-finished", restore_thresholds, priority=20_000)
    install_log_filters(app)
    app.add_config_value("sitejson_file", "site.json", "", types=TEXT)
    app.add_config_value("sitejson_preview", False, "html", types=SWITCH)
    setup_labels(app, is_site=project_scope(app) != "api")
    app.add_domain(SiteDomain)
    app.add_html_theme("sitejson", str(THEME))


def connector(app: Sphinx) -> Callable[..., int]:
    """Return a function that connects listeners, by event, function and priority.

    A listener that fails on a page is reported, and does not stop the build.
    """

    def connect(event: str, listener: Callable[..., Any], priority: int = 500) -> int:
        return app.connect(event, isolate_listener(event, listener), priority=priority)

    return connect


# API documentation


def setup_api(app: Sphinx) -> None:
    """Register how documents are read, and the nodes, directives and roles of API pages."""
    from .compat import http_domain, viewers
    from .reference import (
        bound_pages,
        domain,
        html,
        implementations,
        listing_directive,
        playground_files,
        site_documents,
    )
    from .reference.nodes import api_block, api_contents, api_fold, api_row
    from .reference.plain import PlainReference
    from .site_build import config, extension_points, page_failures
    from .site_build.plain_markdown import text_element, text_rule

    connect = connector(app)
    app.add_config_value("sitejson_offline", False, "", types=SWITCH)
    app.add_config_value("sitejson_allowed_origins", [], "", types=LIST)
    # In megabytes.
    app.add_config_value("sitejson_largest_document", 20, "", types=NUMBER)
    app.add_config_value("sitejson_openapi_downloads", True, "html", types=SWITCH)
    app.add_config_value("sitejson_openapi_root", "", "", types=TEXT)
    app.add_config_value("sitejson_extensions", [], "env", types=LIST)
    app.add_config_value("sitejson_proxy_url", "", "", types=TEXT)

    app.add_domain(domain.OpenApiDomain)
    for name, directive in (
        ("openapi-operation", bound_pages.OpenApiDirective),
        ("openapi-schema", bound_pages.OpenApiDirective),
        ("openapi-overview", bound_pages.OverviewDirective),
        ("sitejson-redoc-page", viewers.RedocPage),
    ):
        app.add_directive(name, guard_directive(directive))
    for kind, visit in (
        (api_block, html.visit_block),
        (api_row, html.visit_listing_part),
        (api_fold, html.visit_listing_part),
        (api_contents, html.visit_listing_part),
        (text_rule, html.visit_text_rule),
    ):
        app.add_node(kind, html=isolate_visitors(visit, html.depart_nothing))
    visitors = isolate_visitors(html.visit_text_element, html.depart_text_element)
    app.add_node(text_element, html=visitors)
    for transform in (
        PlainReference,
        implementations.ImplementationLinks,
        viewers.NoRedocIdsInPaginated,
    ):
        app.add_post_transform(guard_transform(transform))
    app.add_transform(guard_transform(listing_directive.FinishListings))

    # Before any value is used.
    connect("config-inited", config.normalize_config_values, 40)
    connect("config-inited", site_documents.check_origins)
    connect("config-inited", playground_files.check_proxy)
    # After other extensions (500), before Sphinx checks its own values (800).
    connect("config-inited", config.read_settings, 700)
    # All other extensions have registered their parsers, nodes and domains.
    connect("config-inited", viewers.register_openapi_directive, 850)
    connect("config-inited", http_domain.register_domain, 850)
    connect("config-inited", viewers.register_viewers, 850)
    # First: all other listeners read the settings.
    connect("builder-inited", config.install_site, 100)
    connect("builder-inited", extension_points.collect_additions)
    connect("builder-inited", viewers.announce_redoc_pages)
    connect("builder-inited", page_failures.install_guard, 900)
    connect("env-get-outdated", page_failures.failed_pages)
    connect("env-get-outdated", listing_directive.outdated_pages)
    connect("env-before-read-docs", http_domain.remove_operations)
    connect("doctree-read", implementations.record_implementations)
    connect("env-updated", listing_directive.load_listed_documents, 290)
    connect("env-updated", bound_pages.store_read_state, 295)
    connect("env-updated", site_documents.report_documents, 300)
    connect("env-updated", site_documents.index_pages, 300)
    connect("env-updated", implementations.outdated_implementations, 350)
    connect("env-updated", http_domain.label_indexes, 350)
    connect("env-updated", http_domain.register_operations, 350)
    connect("env-updated", page_failures.pages_beside_failed, 510)
    connect("env-updated", playground_files.generate_playground_files, 550)
    connect("warn-missing-reference", domain.warn_unresolved_role)
    connect("warn-missing-reference", http_domain.warn_of_dead_endpoint)
    connect("html-page-context", html.add_api_files)
    connect("build-finished", page_failures.finish_failures, 610)


def connect_api_alone(app: Sphinx) -> None:
    """Connect what only a project without a site configuration needs."""
    from .publishing import redirect_files
    from .reference import html, playground_files, site_documents
    from .site_build import config

    connect = connector(app)
    connect("builder-inited", site_documents.announce_extra_pages)
    connect("builder-inited", config.refuse_derived_theme)
    connect("env-get-outdated", redirect_files.require_settings_for_markdown, 600)
    connect("env-updated", html.write_api_files)
    connect("build-finished", playground_files.write_playground_files)


# Pages


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


def load_design(app: Sphinx) -> None:
    """Load sphinx-design; unless the project loads it, it writes only its own containers.

    Other extensions create containers with the same attribute, and their styles need the class that
    sphinx-design omits.
    """
    from sphinx_design.extension import depart_container, visit_container

    def visit_design_container(self: HTML5Translator, node: nodes.container) -> None:
        if "design_component" in node:
            visit_container(self, node)
        else:
            type(self).visit_container(self, node)

    name = "sphinx_design"
    is_project_extension = name in app.extensions or name in app.config.extensions
    app.setup_extension(name)
    if not is_project_extension:
        visitors = (visit_design_container, depart_container)
        app.add_node(nodes.container, override=True, html=visitors)


def setup_pages(app: Sphinx) -> None:
    """Register MDX pages, components, formulas, and what holds for every page."""
    from .appearance import code_styles
    from .appearance.lexers import MdxLexer
    from .components import directives, output, transforms, tree_normalizer
    from .components import nodes as component_nodes
    from .components.registry import BUILT_IN
    from .navigation import page_titles
    from .parsers import code_blocks, file_guard, javascript, mathml, mdx_parser, myst_renderer
    from .publishing.link_targets import ResolvePageLinks
    from .site_build import config, config_values, page_text

    connect = connector(app)
    app.add_config_value("sitejson_markdown_syntax", "", "env", types=TEXT)
    app.add_config_value("sitejson_mdx_myst", (), "env", types=LIST)
    app.add_config_value("sitejson_javascript_limits", {}, "env", types=TABLE)
    app.add_config_value("sitejson_front_matter", [], "env", types=LIST)
    app.add_config_value("sitejson_utility_classes", True, "env", types=SWITCH)

    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(mdx_parser.MdxParser)
    app.add_source_parser(code_blocks.DepthLimitedRSTParser, override=True)
    app.add_lexer("mdx", MdxLexer)
    code_visitors = (code_styles.visit_literal_block, None)
    app.add_node(nodes.literal_block, override=True, html=code_visitors)
    code_blocks.load_mermaid(app)
    code_blocks.add_code_directives(app)
    app.add_html_math_renderer(
        "sitejson", (mathml.visit_math, None), (mathml.visit_math_block, None)
    )
    app.add_transform(guard_transform(page_text.ReadableText))
    app.add_transform(guard_transform(page_titles.PageFactsTransform))

    html_visitors = isolate_visitors(component_nodes.visit_html, component_nodes.depart_html)
    visitors = isolate_visitors(output.visit_component, output.write_nothing)
    text_visitors = (output.write_nothing, output.write_nothing)
    for kind, node_visitors in (
        (component_nodes.html_block, html_visitors),
        (component_nodes.html_text, html_visitors),
        (component_nodes.html_inline, html_visitors),
        (component_nodes.component, visitors),
        (component_nodes.inline_component, visitors),
        (component_nodes.block_in_line, visitors),
        (component_nodes.component_slot, text_visitors),
        (component_nodes.component_text, text_visitors),
        (component_nodes.element_line, text_visitors),
    ):
        app.add_node(kind, html=node_visitors)
    for known in BUILT_IN.values():
        directives.add_directive(app, known)
    for transform in (
        tree_normalizer.NormalizeTree,
        transforms.PackageManagerTabs,
        transforms.ReportMisplacedComponents,
        transforms.ComponentsTransform,
        transforms.FillHero,
    ):
        app.add_transform(guard_transform(transform))
    for post_transform in (
        ResolvePageLinks,
        transforms.RemoveRepeatedTitle,
        output.PlainHtml,
        output.PlainComponents,
    ):
        app.add_post_transform(guard_transform(post_transform))

    connect("config-inited", mdx_parser.prefer_mdx_parser)
    connect("config-inited", javascript.check_limits)
    connect("config-inited", myst_renderer.check_myst_syntax)
    connect("config-inited", config.check_markdown_syntax)
    # The settings have chosen the theme.
    connect("config-inited", mathml.choose_renderer, 750)
    connect("config-inited", config_values.find_unknown_parsers, 850)
    connect("builder-inited", file_guard.guard_directives)
    connect("builder-inited", directives.collect_components)
    connect("env-get-outdated", javascript.find_pages_with_old_dates)
    connect("env-before-read-docs", page_text.repair_pages)
    connect("source-read", page_text.fill_page_variables, 60)
    # Extensions have filled in the source, such as those that run a template over it.
    connect("source-read", page_text.replace_control_characters, 900)
    connect("include-read", page_text.fill_included_variables, 60)
    connect("include-read", page_text.replace_included_control_characters, 900)
    # Before Sphinx collects images and titles (500).
    connect("doctree-read", page_text.join_title_lines, 400)
    # Sphinx has created the table of contents of the page (500).
    connect("doctree-read", transforms.add_inner_headings, 600)
    connect("doctree-resolved", mathml.check_formulas)
    # Before the files of API pages (500).
    connect("html-page-context", output.add_component_files, 499)
    connect("html-page-context", code_blocks.remove_diagram_scripts, 900)
    connect("html-page-context", mathml.add_style_sheet)


# Sites


def setup_site(app: Sphinx) -> None:
    """Register the theme, the navigation, the checks, and what is published besides the pages."""
    from .appearance import code_styles
    from .checks import dry_builder
    from .checks.site_checks import CHECKS
    from .navigation import page_languages
    from .navigation.toctrees import NavigationToctrees
    from .publishing import latex, plain_text
    from .publishing.epub.builder import TabLabelTransform, replace_epub_builder
    from .publishing.page_tags import TagTransform
    from .publishing.redirect_files import RedirectedLinkTransform
    from .reference import api_changes
    from .site_build.extension_points import registered_checks
    from .theme import object_descriptions

    app.add_config_value("sitejson_openapi_previous", {}, "env", types=TABLE)
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
    app.add_config_value("sitejson_consent_bar", True, "html", types=SWITCH)
    app.add_config_value("sitejson_404_prefix", "", "html", types=TEXT)
    app.add_config_value("sitejson_page_links", [], "html", types=LIST)
    default_checks = [str(check.name) for check in CHECKS if check.is_default]
    app.add_config_value("sitejson_checks", default_checks, "", types=LIST)

    registered_checks(app).update((check.name, check) for check in CHECKS)
    app.add_builder(dry_builder.DryBuilder)
    replace_epub_builder(app)
    app.add_directive("openapi-changes", guard_directive(api_changes.OpenApiChangesDirective))
    for kind in (addnodes.desc_parameterlist, addnodes.desc_type_parameter_list):
        visitors = (object_descriptions.visit_parameters, None)
        app.add_node(kind, override=True, html=visitors)
    # At the end of the document, its template is still in the language of the page.
    document_visitors = (page_languages.visit_document, None)
    app.add_node(nodes.document, override=True, html=document_visitors, text=document_visitors)
    app.add_post_transform(page_languages.SiteLanguageTransform)
    app.add_transform(guard_transform(api_changes.ChangesOnPages))
    app.add_transform(guard_transform(NavigationToctrees))
    for transform in (
        TagTransform,
        RedirectedLinkTransform,
        code_styles.DiffLanguageTransform,
        object_descriptions.LayOutObjects,
        TabLabelTransform,
        latex.GroupChapterTransform,
        latex.SchemaChapterTransform,
        latex.LatexImageConverter,
        latex.LatexImageFallback,
        latex.LatexTableTransform,
        latex.LatexCharacterTransform,
        plain_text.ManSchemaTransform,
        plain_text.ManLinkTransform,
        plain_text.ManTableTransform,
    ):
        app.add_post_transform(guard_transform(transform))
    connect_configuration(app)
    connect_reading(app)
    connect_writing(app)


def connect_configuration(app: Sphinx) -> None:
    """Connect what a site does before the first page is read."""
    from .appearance import code_styles, page_icons
    from .checks import file_checks, site_checks
    from .navigation import page_languages, page_links, site_urls, toctrees
    from .publishing import feedback, latex, meta_tags, plain_text, redirect_files, search_writer
    from .publishing.epub import builder as epub
    from .reference import site_documents
    from .site_build import (
        config,
        config_values,
        extension_points,
        other_extensions,
        output_directory,
        output_files,
        reports,
    )
    from .theme import html_builder, page_actions, project_templates

    connect = connector(app)
    connect("config-inited", config_values.find_unknown_theme, 40)
    # Before any URL could be rendered or stored.
    connect("config-inited", page_links.strip_config_credentials, 50)
    connect("config-inited", redirect_files.add_template_path)
    connect("config-inited", redirect_files.check_formats)
    connect("config-inited", site_urls.resolve_base_url)
    connect("config-inited", meta_tags.check_card_options)
    connect("config-inited", page_actions.check_links)
    connect("config-inited", extension_points.normalize_enabled_checks)
    connect("config-inited", extension_points.report_unknown_codes)
    # The settings have chosen the theme.
    connect("config-inited", output_directory.lock_folders, 750)
    # Sphinx has chosen the engine by the language (800).
    connect("config-inited", latex.set_latex_defaults, 850)

    # All builders are registered, and none exists yet.
    connect("config-inited", html_builder.add_builders, 900)
    connect("config-inited", project_templates.add_template_loader, 900)

    connect("builder-inited", reports.count_repeated_messages, 50)
    # Before any template is compiled.
    connect("builder-inited", project_templates.escape_project_templates, 100)
    connect("builder-inited", page_languages.install_page_translations, 110)
    # Around Sphinx's check of the version of an EPUB (500).
    connect("builder-inited", epub.hide_epub_version, 499)
    # After the theme is loaded, which may have its own values.
    connect("builder-inited", config_values.report_misspelled_names)
    connect("builder-inited", site_documents.announce_pages)
    connect("builder-inited", page_icons.read_project_icons)
    connect("builder-inited", output_files.find_files)
    connect("builder-inited", code_styles.report_low_contrast)
    connect("builder-inited", search_writer.remove_sphinx_index)
    connect("builder-inited", project_templates.report_template_errors)
    connect("builder-inited", code_styles.report_code_colors)
    connect("builder-inited", feedback.configure_feedback)
    connect("builder-inited", plain_text.set_minimum_column_width)
    connect("builder-inited", other_extensions.log_overlapping_extensions)
    connect("builder-inited", redirect_files.exclude_from_catalogs)
    connect("builder-inited", file_checks.check_language)
    connect("builder-inited", epub.restore_epub_version, 501)
    # Extensions have added their static folders.
    connect("builder-inited", project_templates.report_legacy_options, 900)
    connect("builder-inited", project_templates.check_templates, 900)

    connect("env-get-outdated", other_extensions.pages_after_theme_change)
    connect("env-get-outdated", config.pages_after_settings_change)
    connect("env-get-outdated", toctrees.read_navigation)
    connect("env-get-outdated", site_checks.clear_reported_checks)
    # The navigation has named what is wrong with each page that it lists.
    connect("env-get-outdated", redirect_files.require_root_document, 600)


def connect_reading(app: Sphinx) -> None:
    """Connect what a site does with pages that are read, and when all of them are."""
    from .appearance import page_icons
    from .checks import file_checks, site_checks
    from .navigation import page_languages, page_links, toctrees
    from .publishing import link_check, link_targets, page_tags, redirect_files
    from .publishing.epub import builder as epub
    from .reference import api_changes, site_documents
    from .site_build import front_matter

    connect = connector(app)
    connect("source-read", page_languages.activate_page_language, 40)
    connect("source-read", page_links.strip_page_credentials, 50)
    # Before Sphinx collects images and titles (500).
    connect("doctree-read", page_links.strip_doctree_credentials, 400)
    connect("doctree-read", link_targets.collect_anchors)
    connect("doctree-read", link_targets.collect_untitled_links)
    connect("doctree-read", page_icons.check_page_icon)

    connect("env-updated", page_languages.reset_language, 100)
    connect("env-updated", toctrees.build_site_map, 400)
    connect("env-updated", redirect_files.prepare_redirects, 450)
    connect("env-updated", site_documents.append_schema_appendix)
    connect("env-updated", toctrees.collect_names)
    connect("env-updated", file_checks.report_case_collisions)
    connect("env-updated", file_checks.report_broken_images)
    connect("env-updated", file_checks.report_static_files)
    connect("env-updated", site_checks.run_checks)
    connect("env-updated", toctrees.check_page_versions)
    connect("env-updated", toctrees.check_related_pages)
    connect("env-updated", front_matter.report_ignored_keys)
    connect("env-updated", epub.add_style)
    connect("env-updated", page_tags.outdated_tag_indexes)
    connect("env-updated", link_check.check_site_links, 510)
    connect("env-check-consistency", site_checks.clear_reported_checks)
    connect("write-started", toctrees.cut_circular_toctrees)
    connect("missing-reference", api_changes.keep_link_text)
    connect("doctree-resolved", link_check.check_page_links)


def connect_writing(app: Sphinx) -> None:
    """Connect what a site writes; ``sitejson check`` disconnects what reports nothing."""
    from .appearance import page_icons
    from .navigation import page_languages, page_links
    from .publishing import (
        feedback,
        feeds,
        markdown_pages,
        meta_tags,
        redirect_files,
        search_engines,
        search_writer,
        services,
    )
    from .reference import downloads, playground_files
    from .site_build import output_directory, output_files, reports
    from .theme import files, not_found, outdated_pages, page_actions, page_context, sidebar_tree

    connect = connector(app)
    output = [
        connect("env-updated", files.generate_theme_files),
        # The dependencies of the pages are known; a comparison with the last build decides
        # which pages are written.
        connect("env-updated", outdated_pages.pages_to_write, 600),
        connect("env-updated", markdown_pages.prepare_markdown_pages, 650),
        connect("env-updated", search_writer.begin_index, 650),
        # All other listeners have changed the doctree.
        connect("doctree-resolved", search_writer.index_resolved_page, 900),
        connect("build-finished", playground_files.write_playground_files),
        connect("build-finished", output_files.copy_files),
        connect("build-finished", sidebar_tree.write_navigation_files),
        connect("build-finished", search_writer.write_page_list),
        connect("build-finished", search_writer.write_index),
        connect("build-finished", not_found.copy_to_root),
        connect("build-finished", meta_tags.copy_preview_images),
        connect("build-finished", outdated_pages.store_page_digests),
    ]

    def disable_output(app: Sphinx) -> None:
        if output_files.writes_nothing(app.builder):
            for step in output:
                app.disconnect(step)

    connect("builder-inited", disable_output, 0)

    # Sphinx's listeners (500) take the function that generates URLs from the context.
    connect("html-page-context", page_languages.reset_language_of_generated_page, 0)
    connect("html-page-context", not_found.begin_root_urls, 100)
    # Before other extensions check whether a page has a description (500).
    connect("html-page-context", meta_tags.add_meta_tags, 400)
    connect("html-page-context", page_context.add_page_context)
    connect("html-page-context", markdown_pages.write_markdown_page)
    connect("html-page-context", page_actions.add_menu)
    connect("html-page-context", services.add_data)
    connect("html-page-context", feedback.add_feedback)
    # Metadata of the page precedes the tags that are added for search engines.
    connect("html-page-context", search_engines.add_tags, 600)
    connect("html-page-context", feeds.write_feed, 600)
    connect("html-page-context", page_context.remove_design_files, 900)
    connect("html-page-context", page_context.set_image_attributes, 900)
    # Last: icons in content of other extensions are rendered, too.
    connect("html-page-context", page_icons.add_icons_to_body, 900)

    connect("html-collect-pages", page_languages.reset_language, 0)
    connect("html-collect-pages", redirect_files.write_root_redirect)
    connect("html-collect-pages", page_context.resolve_common_context)
    connect("html-collect-pages", not_found.collect_page)
    connect("html-collect-pages", redirect_files.write_redirects)
    connect("html-collect-pages", search_engines.write_search_files)
    connect("html-collect-pages", redirect_files.write_host_files)
    connect("html-collect-pages", feeds.remove_stale_feeds)
    connect("html-collect-pages", search_engines.draw_cards)
    connect("html-collect-pages", downloads.write_downloads)
    # The documents that it lists are written.
    connect("html-collect-pages", markdown_pages.write_llms_files, 600)

    connect("build-finished", page_links.strip_source_credentials)
    connect("build-finished", page_languages.remove_page_translations, 600)
    connect("build-finished", reports.log_repeated_messages, 600)
    # After all other listeners.
    connect("build-finished", output_directory.release_folders, 10_000)
    connect("build-finished", output_directory.explain_file_error, 10_001)
