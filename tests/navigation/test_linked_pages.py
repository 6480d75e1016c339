"""Links that lead out of the repository bring nothing into the site."""

import os

import pytest

from support.sites import run_sphinx, write_files

SECRET = "CONFIDENTIAL"
SITE = {"name": "X", "navigation": [{"group": "G", "pages": ["index"]}]}
CONF = 'extensions = ["sphinx_sitejson"]\nsuppress_warnings = ["toc.not_included"]\n'
FILES = {"conf.py": CONF, "site.json": SITE, "index.mdx": "---\ntitle: Home\n---\n\nText.\n"}


@pytest.fixture
def project(tmp_path):
    """A project beside files that are none of its business."""
    write_files(tmp_path / "site" / "source", FILES)
    outside = {
        "page.mdx": f"# {SECRET}\n",
        "notes.md": f"# {SECRET} in Markdown\n",
        "data.txt": SECRET,
        "picture.svg": f"<svg xmlns='http://www.w3.org/2000/svg'><path d='M1 1'/>{SECRET}</svg>",
        "api.json": '{"openapi": "3.1.0", "info": {"title": "CONFIDENTIAL", "version": "1"}, '
        '"paths": {"/a": {"get": {"summary": "CONFIDENTIAL", "responses": {}}}}}',
        "site.json": '{"name": "CONFIDENTIAL", "navigation": []}',
    }
    write_files(tmp_path / "outside", outside)
    return tmp_path / "site" / "source"


def build(project, changes=None, *, expect_failure=False):
    from support.sites import BuildOptions

    write_files(project, changes or {})
    return run_sphinx(project.parent, BuildOptions(expect_failure=expect_failure))


def published(site):
    """Return all that is published, as one text."""
    files = (path for path in site.outdir.rglob("*") if path.is_file())
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


def test_a_page_that_is_a_link_is_left_out_and_named(project):
    (project / "leak.mdx").symlink_to("../../outside/page.mdx")
    site = build(project)

    assert SECRET not in published(site)
    assert (
        "leak.mdx:1: WARNING: the page is a symbolic link that points outside the repository"
        in site.warnings
    )
    assert "[sitejson.linked_page]" in site.warnings


def test_a_folder_that_is_a_link_is_left_out_but_for_what_sphinx_allows(project):
    (project / "leak").symlink_to("../../outside")
    site = build(project)

    assert not site.exists("leak/page.html")
    assert f"{SECRET} in Markdown" in site.text("leak/notes.html")
    assert site.warnings.count("[sitejson.linked_page]") == 1
    assert (
        "leak: the folder is a symbolic link that points outside the repository; its MDX"
        in site.warnings
    )


def test_rst_and_md_pages_keep_what_sphinx_allows(project):
    (project / "shared.md").symlink_to("../../outside/notes.md")

    site = build(project)
    assert f"{SECRET} in Markdown" in site.text("shared.html")
    assert site.warnings == ""


def test_links_within_the_repository_are_followed(project):
    (project.parents[1] / ".git").mkdir()
    (project / "shared.mdx").symlink_to("../../outside/page.mdx")
    (project / "picture.svg").symlink_to("../../outside/picture.svg")
    site = build(project, {"index.mdx": "---\ntitle: Home\n---\n\n![P](picture.svg)\n"})

    assert SECRET in site.text("shared.html")
    assert site.exists("_images/picture.svg")
    assert site.warnings == ""


def test_what_git_keeps_is_no_page(project):
    (project.parents[1] / ".git").mkdir()
    (project.parents[1] / ".git" / "config").write_text(SECRET)
    (project / "leak.mdx").symlink_to("../../.git/config")

    assert SECRET not in published(build(project))


@pytest.mark.parametrize(
    ("page", "target", "code"),
    [
        ("import S from '/leak.mdx'\n\n<S/>\n", "page.mdx", "mdx_snippet"),
        ("import S from './leak.mdx'\n\n<S/>\n", "page.mdx", "mdx_snippet"),
        ("<Snippet file='leak.mdx'/>\n", "page.mdx", "mdx_snippet"),
        ("![P](/leak.svg)\n", "picture.svg", "missing_file"),
        ("<img src='/leak.svg' alt='P'/>\n", "picture.svg", "missing_file"),
        ("<video src='/leak.svg'/>\n", "picture.svg", "missing_file"),
        ("```{image} leak.svg\n```\n", "picture.svg", "outside_file"),
        ("```{literalinclude} leak.txt\n```\n", "data.txt", "outside_file"),
        ("```{include} leak.txt\n```\n", "data.txt", "outside_file"),
        ("{download}`leak.txt`\n", "data.txt", "outside_file"),
    ],
)
def test_what_a_page_brings_in(project, page, target, code):
    name = f"leak{os.path.splitext(target)[1]}"  # noqa: PTH122
    (project / name).symlink_to(f"../../outside/{target}")
    site = build(project, {"index.mdx": page})

    assert SECRET not in published(site)
    assert "is a symbolic link that points outside the repository" in site.warnings
    assert f"[sitejson.{code}]" in site.warnings


@pytest.mark.parametrize(
    "settings",
    [
        {"logo": "/leak.svg"},
        {"favicon": "/leak.svg"},
        {"backgroundImage": "/leak.svg"},
        {"logo": {"light": "/leak.svg", "dark": "/leak.svg"}},
        {"topbarLinks": [{"name": "A", "url": "https://example.com"}], "favicon": "/leak.svg"},
    ],
)
def test_a_file_of_the_settings(project, settings):
    (project / "leak.svg").symlink_to("../../outside/picture.svg")
    site = build(project, {"site.json": {**SITE, **settings}})

    assert SECRET not in published(site)
    assert (
        'the file "/leak.svg" is a symbolic link that points outside the repository'
        in site.warnings
    )


@pytest.mark.parametrize(
    ("page", "settings"),
    [
        ('---\nopenapi: "GET /a"\n---\n', {}),
        ("---\ntitle: Home\n---\n", {"tabs": [{"name": "A", "url": "a", "openapi": "/leak.json"}]}),
    ],
)
def test_a_document(project, page, settings):
    (project / "leak.json").symlink_to("../../outside/api.json")
    site = build(project, {"index.mdx": page, "site.json": {**SITE, **settings}})

    assert SECRET not in published(site)
    assert site.warnings != ""


def test_icons_of_a_folder_that_points_outside(project):
    conf = f'{CONF}sitejson_icons_path = "icons"\n'
    (project / "icons").symlink_to("../../outside")
    site = build(project, {"conf.py": conf})

    assert (
        "picture.svg:1: WARNING: the icon cannot be used: it is a symbolic link that points outside"
        in site.warnings
    )


def test_settings_that_are_a_link(project):
    (project / "site.json").unlink()
    (project / "site.json").symlink_to("../../outside/site.json")
    site = build(project, expect_failure=True)

    assert (
        "the settings file is a symbolic link that points outside the repository" in site.warnings
    )


def test_settings_in_a_folder_that_is_a_link(project):
    (project / "config").symlink_to("../../outside")
    conf = f'{CONF}sitejson_file = "config/site.json"\n'
    site = build(project, {"conf.py": conf}, expect_failure=True)

    assert (
        "the settings file is a symbolic link that points outside the repository" in site.warnings
    )


def test_settings_elsewhere_are_the_choice_of_the_owner(project):
    write_files(project.parents[1] / "shared", {"site.json": SITE})
    conf = f'{CONF}sitejson_file = "../../shared/site.json"\n'

    assert build(project, {"conf.py": conf}).warnings == ""


def test_a_pipe_and_a_circle_do_not_keep_a_build_waiting(project):
    os.mkfifo(project / "pipe.mdx")
    os.mkfifo(project / "pipe2.rst")
    os.mkfifo(project / "api.yaml")
    (project / "circle").symlink_to(".")
    (project / "guides").mkdir()
    (project / "guides" / "up").symlink_to("..")
    site = build(project, {"index.mdx": '---\ntitle: Home\nopenapi: "GET /a"\n---\n'})

    assert site.read_docs == {"index"}
    assert site.warnings.count("the page is not a regular file; it was skipped.") == 2
    assert site.warnings.count("the folder is a symbolic link to one of its parents") == 2
