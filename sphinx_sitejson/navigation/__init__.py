"""Navigation: the location of each page, and what the page shows of the navigation.

The location of a page is the chain of divisions that list it (a language, a version, a product, a
dropdown, an anchor, a tab, an entry of a menu), and the groups around it. ``SiteMap`` computes it
from the settings and the front matter of pages, once per build.

- ``tree``: the groups and pages that the settings list, checked against the existing pages.
- ``page_facts``: the front matter of a page, as far as the site needs it.
- ``views``: the view models of the templates, and the labels of pages in them.
- ``locations``: divisions of a site, and the location of each page in them.
- ``menus``: tabs, anchors, and the menus of versions and languages.
- ``sections``: the sidebar of a section, and the excerpt of it that a page shows.
- ``site_map``: the navigation of the site, and what each page shows of it.
- ``checks``: checks of tabs, anchors and versions that need all pages.
- ``page_list``: the list of pages that scripts read beside the search index.
- ``page_files/``: page files of a project: authored ones, and those generated from documents.
"""
