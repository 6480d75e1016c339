"""The smallest site builds without a warning, with the newest and the oldest dependencies."""

import pytest

pytestmark = pytest.mark.oldest

SMALLEST = {
    "site.json": {"name": "Plants", "favicon": "/leaf.svg", "colors": {"primary": "#0d7d4d"},
                  "navigation": [{"group": "Start", "pages": ["index", "guide"]}]},
    "leaf.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "index.md": "# Welcome\n",
    "guide.mdx": "---\ntitle: Guide\n---\n\nWater them.\n",
}  # fmt: skip


@pytest.mark.parametrize("builder", ["html", "text", "epub", "latex", "man", "gettext", "dirhtml"])
def test_smallest_site(build_clean, builder):
    site = build_clean(SMALLEST, builder=builder, conf="version = copyright = '1'\n")

    assert site.read_docs == {"index", "guide"}
    assert any(site.outdir.iterdir())
