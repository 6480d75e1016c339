"""The site's navigation: which pages stand where, and what one page shows of it."""

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
