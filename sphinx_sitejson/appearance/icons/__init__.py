"""Icons by name: the free set, the owner's folder, and the nearest name for a wrong one.

- ``shapes``: what an icon is made of.
- ``drawings``: own drawings: platforms that are younger than the free set, names that many sites
  use.
- ``font_awesome``: the free set of Font Awesome, read from the package that carries it.
- ``equivalents``: free icons that mean the same as icons of the paid set which sites often name.
- ``other_libraries``: names of the icon libraries Lucide and Tabler, with the free icon that comes
  nearest in shape.
- ``icon_references``: what an author may write where an icon is asked for.
- ``lookup``: finds the icon for a name, or the one that comes nearest to it.
- ``svg_files``: reads SVG files of the owner: what draws is kept, everything else is left behind.
"""

from .icon_references import IconReference, read_reference
from .lookup import FoundIcon, find_icon, look_up_icon
from .shapes import Icon, Shape

__all__ = [
    "FoundIcon",
    "Icon",
    "IconReference",
    "Shape",
    "find_icon",
    "look_up_icon",
    "read_reference",
]
