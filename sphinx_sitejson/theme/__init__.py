"""The theme: its files, and the context of its templates.

- ``files``: bundle the theme's style sheets and scripts, with the colors and fonts of the site.
- ``html_builder``: what our theme adds to the HTML builders: speed, and the guard of page writing.
- ``not_found``: the 404 page.
- ``object_descriptions``: signatures and docstring fields, laid out as the fields of an API are.
- ``outdated_pages``: rewrite the pages whose navigation, settings or theme changed, and no others.
- ``page_actions``: the menu of a page: its Markdown, its OpenAPI document, links of the author.
- ``page_context``: the template context of each page: navigation, settings, banner, image sizes.
- ``project_templates``: templates of the project, and their escaping.
- ``sidebar_tree``: render the sidebar; write large trees and the other locations of pages to files.
"""
