"""The theme: its files, and the context of its templates.

- ``files``: bundle the theme's style sheets and scripts, with the colors and fonts of the site.
- ``page_context``: the template context of each page: navigation, settings, banner, image sizes.
- ``sidebar_tree``: render the sidebar; write large trees and the other locations of pages to files.
- ``page_actions``: the menu of a page: its Markdown, its OpenAPI document, links of the author.
- ``not_found``: the 404 page.
- ``project_templates``: templates of the project, and options of the theme that it used before.
- ``static_files``: style sheets and scripts of ``conf.py`` that do not exist or are not closed.
- ``template_escaping``: autoescape the theme's templates; those of others stay as in Sphinx.
- ``outdated_pages``: rewrite the pages whose navigation, settings or theme changed, and no others.
- ``title_cache``: render each page title once.
- ``trial_build``: a build of an existing project, as it is or with the theme.
"""
