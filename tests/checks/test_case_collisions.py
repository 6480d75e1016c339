"""Pages and files whose URLs differ only by case, which many disks cannot store together."""

from support.echo import PIXEL

API = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {"/pets": {"get": {"summary": "List", "responses": {"200": {"description": "ok"}}}}},
}


def site(**settings):
    return {"name": "S", "navigation": [{"pages": ["index"]}], **settings}


def test_pages_are_reported_once_with_all_files(build_site):
    files = {
        "site.json": site(),
        "index.mdx": "# Start\n",
        "Guides/Start.mdx": "---\nhidden: true\n---\n# A\n",
        "guides/start.md": "---\nhidden: true\n---\n# B\n",
        "guides/START.rst": ":hidden: true\n\nC\n=\n",
        "guides/other.mdx": "---\nhidden: true\n---\n# D\n",
    }
    built = build_site(files)
    (told,) = [line for line in built.warnings.splitlines() if "case_collision" in line]
    assert "guides/start.md:1: WARNING: the URL differs only by case from that of " in told
    assert '"Guides/Start.mdx", "guides/START.rst"; where case is ignored' in told


def test_files_are_reported(build_site):
    files = {
        "site.json": site(),
        "index.mdx": "# Start\n\n![A](a/Logo.png) ![B](b/logo.png)\n",
        "a/Logo.png": PIXEL,
        "b/logo.png": PIXEL,
        "files/Terms.txt": "a",
        "files/terms.txt": "b",
        "static/style/X.css": "",
        "static/style/x.css": "",
    }
    conf = 'html_static_path = ["static"]\nhtml_extra_path = ["files"]\n'
    built = build_site(files, conf=conf)
    told = [line for line in built.warnings.splitlines() if "case_collision" in line]
    places = [line.partition(":1: ")[0].rpartition("/source/")[2] for line in told]
    assert places == ["b/logo.png", "static/style/x.css", "files/terms.txt"]


def test_a_page_in_another_case_replaces_the_generated_one(build_clean):
    files = {
        "site.json": site(tabs=[{"name": "API", "url": "api", "openapi": "/api.json"}]),
        "index.mdx": "# Start\n",
        "api/List.mdx": "---\nhidden: true\n---\n# Mine\n",
        "api.json": API,
    }
    built = build_clean(files)
    assert sorted(built.read_docs) == ["api/List", "api/index", "index"]
