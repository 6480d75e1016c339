"""What the builder behind ``sitejson check`` does without."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

from docutils.transforms.universal import Decorations

from sphinx_sitejson.checks.dry_builder import PRESENTATION_TRANSFORMS
from sphinx_sitejson.site_build.private_interfaces import remove_transforms

SITE = {
    "site.json": '{"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}',
    "index.mdx": "# Home\n\n```python\nprint(1)\n```\n",
}


def test_what_is_left_out_is_a_transform_and_whatever_is_made_from_it():
    parts = [name.rpartition(".") for name in sorted(PRESENTATION_TRANSFORMS)]
    named = [getattr(import_module(module), name) for module, _, name in parts]
    made_from = [type(f"Own{kind.__name__}", (kind,), {}) for kind in named]
    registry = SimpleNamespace(transforms=[*made_from, Decorations], post_transforms=[*named])
    remove_transforms(SimpleNamespace(registry=registry), PRESENTATION_TRANSFORMS)
    assert registry.transforms == [Decorations]
    assert registry.post_transforms == []


def test_no_file_of_the_site_is_written(build_site):
    site = build_site(SITE, builder="sitejson-check")
    written = [path for path in Path(site.outdir).rglob("*") if path.is_file()]
    assert [path.name for path in written if path.suffix in (".html", ".js", ".css")] == []
