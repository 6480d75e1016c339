"""Style sheets and scripts made smaller without a change of meaning, and put together."""

from __future__ import annotations

from .scripts import join_scripts, small_script
from .styles import compact_css, custom_properties, without_fallbacks

__all__ = [
    "compact_css",
    "custom_properties",
    "join_scripts",
    "small_script",
    "without_fallbacks",
]
