from __future__ import annotations

import gc

SITE = {"name": "Harbour", "navigation": [{"group": "Start", "pages": ["index"]}]}


def test_a_build_leaves_the_usual_rhythm_behind(build_site):
    before = gc.get_threshold()

    build_site({"site.json": SITE, "index.md": "# Home\n"})

    assert gc.get_threshold() == before
