"""Navigation: groups, tabs, anchors and versions, and what one page shows of them.

In come the settings and what pages say of themselves; out goes a ``SiteMap`` that answers for
each page. Computed once for a build.

- ``tree``: the tree of groups and pages that the settings list, checked against the pages there
  are.
- ``divisions``: tabs and anchors: which of them a page belongs to.
- ``pages``: what a page says of itself in its front matter, as far as the site needs it.
- ``views``: what templates see of the navigation: finished, with every decision made.
- ``labels``: the navigation tree with the pages' own words: labels, icons, versions.
- ``excerpts``: what one page shows of a section's tree: all of a small one, the near parts of a
  large one.
- ``sections``: a section of the site: the pages that share a tab, an anchor and a version.
- ``versions``: the version menu: where each version leads from one page.
- ``site_map``: the whole site's navigation, and what each page shows of it.
- ``checks``: what can be wrong with tabs, anchors and versions once the pages are known.
- ``page_list``: the list of pages that scripts read: what a search index does not know of them.
"""

from .pages import PageFacts
from .site_map import SiteMap
from .tree import GroupNode, NavigationTree, PageNode, read_tree
from .views import PageNavigation

__all__ = [
    "GroupNode",
    "NavigationTree",
    "PageFacts",
    "PageNavigation",
    "PageNode",
    "SiteMap",
    "read_tree",
]
