"""Promises 1 to 5: what settings and pages can do to a site, and to the machine that builds it."""

import pytest
from fuzz.oracles import live_parts

from support.sites import files_of
from support.small_sites import API_TAB, api_document, api_files, settings

SCRIPT = '"><script>struck()</script><img src=x onerror=struck()>'
OWN_ELEMENTS = frozenset(("script", "link", "meta", "form", "style"))
"""What the theme uses itself."""
SECRET = "CANARY-of-another-folder"


def all_text(folder):
    return b"\n".join(files_of(folder).values()).decode("utf-8", "replace")


def test_p01_no_setting_becomes_markup_style_or_script(build_site):
    site = build_site({
        "site.json": {"name": SCRIPT,
                      "colors": {"primary": "#00f;}</style><script>struck()</script>"},
                      "topbarLinks": [{"name": SCRIPT, "url": "https://a.example.com"},
                                      {"name": "Run", "url": "javascript:struck()"}],
                      "anchors": [{"name": "Odd", "icon": 'x"><b>',
                                   "url": "https://b.example.com"}],
                      "navigation": [{"group": SCRIPT, "pages": ["index"]}]},
        "index.mdx": f"---\ntitle: '{SCRIPT}'\n---\n",
    })  # fmt: skip
    html = site.text("index.html")

    assert live_parts(html, allowed=OWN_ELEMENTS) == []
    assert "<script>struck" not in html + site.text("_static/sitejson.css")
    assert SCRIPT in site.page("index.html").get_text()
    for wrong in ("colors.primary", "topbarLinks[1].url", "anchors[0].icon"):
        assert f" {wrong}: " in site.warnings


def test_p02_every_problem_of_the_settings_is_reported_with_its_place_in_one_run(build_site):
    files = {"index.mdx": "---\ntitle: Home\n---\n"}
    text = '{\n "name": "X",\n "colour": 1,\n "search": 7,\n "navigation": [{"pages": "a"}]\n}'
    site = build_site({"site.json": text, **files}, expect_failure=True)

    places = [line.split(" ")[0].rpartition("/")[2] for line in site.warnings.splitlines()]
    assert places[:3] == ["site.json:3:2:", "site.json:4:12:", "site.json:5:27:"]
    assert 'unknown key "colour"' in site.warnings
    assert 'Did you mean "colors"?' in site.warnings
    assert "Traceback" not in site.warnings
    assert site.error == "The build stops: site.json cannot be used."
    broken = build_site({"site.json": text[:30], **files}, expect_failure=True)
    assert "site.json:3:" in broken.warnings


@pytest.fixture
def outside(tmp_path):
    """A folder beside the projects, with a secret in files of several kinds."""
    folder = tmp_path / "outside"
    folder.mkdir()
    for name in ("secret.txt", "secret.mdx", "secret.png"):
        (folder / name).write_text(SECRET)
    (folder / "secret.yaml").write_text(f"X: {{description: {SECRET}}}")
    return folder


HOSTILE_PAGE = """---
title: Page
---
import Other from '../../outside/secret.mdx'
import More from '/..%2f..%2foutside/secret.mdx'

<Other /> <More /> <Snippet file="../../../outside/secret.mdx" />

![a](../../outside/secret.png) <img src="..\\..\\outside\\secret.png" />

[file](../../outside/secret.txt)
"""


def test_p03_nothing_outside_the_project_is_read_or_written(build_site, tmp_path, outside):
    reference = {"$ref": "../../outside/secret.yaml#/X"}
    operation = {
        "tags": ["../../../outside"],
        "operationId": "../../../outside/x",
        "responses": {"200": {"description": "", "content": {"text/x": {"schema": reference}}}},
    }
    before = files_of(outside)
    hostile = settings(
        *("index", "../../outside/secret"),
        logo="/../../outside/secret.png",
        tabs=[API_TAB | {"url": "../../outside"}],
        openapi=["api.json", "../../outside/secret.yaml"],
        redirects=[{"source": "/../../outside/y", "destination": "/index"}],
    )
    document = api_document({"/../../outside": {"get": operation}})
    files = {"site.json": hostile, "api.json": document, "index.mdx": HOSTILE_PAGE}
    site = build_site(files)

    assert SECRET not in all_text(site.outdir)
    assert files_of(outside) == before
    assert {path.name for path in tmp_path.iterdir()} == {"outside", "site1"}
    assert {path.name for path in site.folder.iterdir()} == {"source", "build"}
    # The words of Sphinx keep their meaning in its own kinds of pages.
    rst = build_site(
        {
            "site.json": {"name": "X", "navigation": []},
            "index.rst": "Home\n====\n\n.. literalinclude:: ../../outside/secret.txt\n",
        }
    )
    assert SECRET in rst.text("index.html")


def test_p04_a_build_leaves_the_source_folder_as_it_is(build_site):
    paths = {"/a": {"get": {"responses": {"200": {"description": "OK"}}}}}
    files = api_files(api_document(paths))
    site = build_site(files)
    before = files_of(site.srcdir)
    site.rebuild()

    assert site.exists("api/get-a.html")
    assert before.keys() == {"conf.py", *files}
    assert files_of(site.srcdir) == before


def test_p05_javascript_of_a_page_reaches_nothing_and_is_not_in_the_page(
    build_site, tmp_path, monkeypatch
):
    monkeypatch.setenv("SECRET_OF_THE_MACHINE", SECRET)
    mark = tmp_path / "ran"
    code = f"__import__('pathlib').Path('{mark}').touch()"
    expression = "{process.env.SECRET_OF_THE_MACHINE} {{ cycler.__init__.__globals__.os.environ }}"
    site = build_site(
        {
            "site.json": {"name": "X", "navigation": []},
            "index.mdx": f'---\ntitle: Home\nx: !!python/object/apply:eval ["{code}"]\n---\n'
            f"import fs from 'fs'\n\nexport const a = fs.writeFileSync('{mark}', '')\n\n"
            f"{expression} {{(() => {{ fs.writeFileSync('{mark}', '') }})()}} {{a}}\n",
            "code.mdx": "# Code\n\n"
            "export const Sum = () => <b>{40 + 2}<script>{'x'}</script></b>\n\n"
            "<Sum /> {typeof fetch} {typeof setTimeout} {typeof std} {typeof os} {typeof require}\n"
            "\n{(() => { while (true); })()}\n\nThe rest.\n",
            "js.mdx": f"---js\nrequire('fs').writeFileSync('{mark}', '')\n---\n\n# Words\n",
            "api.yaml": f'openapi: 3.1.0\ninfo: !!python/object/apply:eval ["{code}"]\n',
        }
    )

    assert site.exists("js.html")
    assert not mark.exists()
    assert SECRET not in all_text(site.outdir) + site.warnings + site.status
    page = site.page("code.html").select_one("main")
    assert page.get_text().split()[1:] == ["42", *["undefined"] * 5, "The", "rest."]
    assert page.select("script") == [] and "Sum" not in str(page)
    assert "takes more than 2 s" in site.warnings
