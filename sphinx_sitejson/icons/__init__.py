"""Icons by name: the free set of Font Awesome, a few own drawings, and files of the owner."""

from .finding import FoundIcon, find_icon, look_up
from .shapes import Icon, Shape
from .values import IconReference, read_reference

__all__ = [
    "FoundIcon",
    "Icon",
    "IconReference",
    "Shape",
    "find_icon",
    "look_up",
    "read_reference",
]
