"""What the builder behind ``sitejson check`` does without."""

from pathlib import Path

SITE = {
    "site.json": '{"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}',
    "index.mdx": "# Home\n\n```python\nprint(1)\n```\n",
}


def test_no_file_of_the_site_is_written(build_site):
    site = build_site(SITE, builder="sitejson-check")
    written = [path for path in Path(site.outdir).rglob("*") if path.is_file()]
    assert [path.name for path in written if path.suffix in (".html", ".js", ".css")] == []
