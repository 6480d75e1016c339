"""Navigation: the location of each page, and what the page shows of the navigation.

The location of a page is the chain of divisions that list it (a language, a version, a product, a
dropdown, an anchor, a tab, an entry of a menu), and the groups around it. ``SiteMap`` computes it
from the settings and the front matter of pages, once per build.

- ``authored_pages``: the source of authored pages: bindings in their front matter, base URLs,
  credentials.
- ``document_state``: the API documents of a build, the pages generated from them, and the page
  index.
- ``locations``: divisions of a site, and the location of each page in them.
- ``menus``: tabs, anchors, the menus of versions and languages, and what templates show of all.
- ``page_generation``: generate pages from a document: for each operation, webhook and named schema.
- ``page_index``: look up the page of an operation or schema.
- ``page_languages``: activate the language of each page while it is read and written.
- ``page_links``: links and images as authors write them, without credentials.
- ``page_titles``: the title and description of a page, from its front matter or its binding.
- ``sidebar``: the sidebar of a section, and the excerpt of it that a page shows.
- ``site_map``: the navigation of the site, and what each page shows of it.
- ``site_pages``: the generated pages of all tabs, anchors and groups that have a document.
- ``site_urls``: the base URL of the site, and links of the settings as relative URLs.
- ``toctrees``: build the toctrees of Sphinx and the site map, with translated names.
- ``tree``: the tree of divisions, groups and pages that the settings list, checked against the
  pages, and the labels of pages.
"""
