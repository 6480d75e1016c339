"""Tabs of sphinx-design: their labels say only what HTML lets labels say."""

from __future__ import annotations

from typing import Any

from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.tabs import sd_tab_label

from sphinx_sitejson.sphinx_ext.common.build_state import site_of


class LabelsOfTabs(SphinxPostTransform):
    """Takes the name of the content from labels: each is tied to its button already.

    HTML does not allow "aria-controls" on a label that belongs to a button.
    """

    # After the transform of sphinx-design that makes the labels (200).
    default_priority = 300
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        site = site_of(self.env)
        if site.keeps_theme and site.builder.name != "epub":
            return
        for label in self.document.findall(sd_tab_label):
            label.attributes.pop("aria_controls", None)
