"""Icons by name: Font Awesome Free, icons of the project, and aliases of other icon sets.

- ``model``: icons and their shapes, and the references to icons that authors write.
- ``aliases``: names of other icon sets, with the free icon that is closest in meaning or shape.
- ``lookup``: find the icon of a name, or the closest one.
- ``svg_files``: read SVG files of the project, keeping nothing but safe shapes.
"""

from .lookup import IconMatch, find_icon, look_up_icon
from .model import Icon, IconReference, Shape, parse_icon_reference

__all__ = [
    "Icon",
    "IconMatch",
    "IconReference",
    "Shape",
    "find_icon",
    "look_up_icon",
    "parse_icon_reference",
]
