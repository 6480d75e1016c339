"""Navigation: the places of pages, and what one page shows of them.

A page's place is the chain of divisions that it is listed in (a language, a version, a product, a
dropdown, an anchor, a tab, an entry of a menu), and there the groups around it. In come the
settings, whichever way they write that down, and what pages say of themselves; out goes a
``SiteMap`` that answers for each page. Computed once for a build, each place once.

- ``tree``: the groups and pages that the settings list, checked against the pages there are.
- ``start_page``: where a site begins: the paths from which its first page is taken, the likeliest
  first.
- ``page_facts``: what a page says of itself in its front matter, as far as the site needs it.
- ``views``: what templates see of the navigation: finished, with every decision made.
- ``page_labels``: the navigation tree with the pages' own words: labels, icons, versions.
- ``divisions``: divisions of a site, and the chains of them in which pages are listed.
- ``locations``: places: for every page of the navigation the chain of divisions, and there the
  groups.
- ``outline_locations``: the places of a site whose file writes out its divisions.
- ``path_locations``: the places of a site whose tabs and anchors take pages by the beginning of
  their paths.
- ``first_pages``: the first page of each division: where its tab, its anchor or its menu entry
  leads.
- ``counterparts``: the page of the same name in another version or language.
- ``menus``: the menus of versions and languages: where each of them leads from one page.
- ``controls``: the controls of a place: its tabs, its anchors, and the menus above its sidebar.
- ``excerpts``: what one page shows of a section's tree: all of a small one, the near parts of a
  large one.
- ``sections``: a section of the site: the pages that share a place and a version.
- ``site_map``: the whole site's navigation, and what each page shows of it.
- ``checks``: what can be wrong with tabs, anchors and versions once the pages are known.
- ``page_list``: the list of pages that scripts read: what a search index does not know of them.
- ``page_files/``: The page files of a project: authored ones, and those generated for operations
  and schemas.
"""
