"""The folders that a build writes: marked, for one build at a time, and told when they fail."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sphinx_sitejson
from sphinx_sitejson.common.files import OUTPUT_MARKER, is_build_output
from support.sites import BuildOptions, files_of, run_sphinx, write_files

SITE = {"name": "X", "navigation": [{"group": "G", "pages": ["index", "a"]}]}
FILES = {
    "conf.py": 'extensions = ["sphinx_sitejson"]\n',
    "site.json": SITE,
    "index.mdx": "---\ntitle: Home\n---\n\nText.\n",
    "a.mdx": "---\ntitle: A\n---\n\nText.\n",
}


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "site" / "source"
    write_files(folder, FILES)
    return folder


def clean(project):
    """Build a project from scratch in this process, and return what it wrote."""
    shutil.rmtree(project.parent / "build", ignore_errors=True)
    site = run_sphinx(project.parent, BuildOptions())
    assert site.warnings == ""
    return content_of(site.outdir)


def start_build(folder, out, *options):
    command = [sys.executable, "-m", "sphinx", "-q", *options, str(folder), str(out)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def build(folder, out, *options):
    process = start_build(folder, out, *options)
    _, errors = process.communicate(timeout=300)
    assert "Traceback" not in errors
    assert "traceback" not in errors
    return process.returncode, errors


def content_of(folder):
    """Return the files of a site, without what Sphinx keeps for itself."""
    own = ("searchindex.js", ".buildinfo.bak")
    found = files_of(folder).items()
    return {name: text for name, text in found if ".doctrees" not in name and name not in own}


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "gettext", "epub"])
def test_every_build_marks_its_folders_and_packs_no_mark_into_a_book(build_site, builder):
    site = build_site(FILES, builder=builder)

    assert (site.outdir / OUTPUT_MARKER).is_file()
    assert is_build_output(site.doctreedir)
    assert "mimetype" not in site.warnings
    if builder == "epub":
        again = site.rebuild()
        assert OUTPUT_MARKER not in again.text("content.opf")
        assert "mimetype" not in again.warnings


def test_a_link_in_the_place_of_the_mark_is_not_followed(build_site, tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    site = build_site(FILES)
    (site.outdir / OUTPUT_MARKER).unlink()
    (site.outdir / OUTPUT_MARKER).symlink_to(precious)
    site.rebuild()

    assert precious.read_text() == "precious"
    assert not (site.outdir / OUTPUT_MARKER).is_symlink()


def test_the_output_inside_of_the_project_is_no_source_of_another_build(project):
    navigation = [*SITE["navigation"], {"group": "API", "pages": ["ships"]}]
    operation = {"summary": "List ships", "responses": {"200": {"description": "OK"}}}
    document = {"openapi": "3.1.0", "info": {"title": "Harbour", "version": "1"}}
    document["paths"] = {"/ships": {"get": operation}}
    page = '---\nopenapi: "GET /ships"\n---\n'
    files = {"api.json": document, "ships.mdx": page}
    write_files(project, {**files, "site.json": {**SITE, "navigation": navigation}})
    before = clean(project)
    assert build(project, project / "public" / "out [1]") == (0, "")

    assert clean(project) == before


def test_the_output_of_an_older_build_without_a_mark_is_no_source(build_clean):
    old = {
        "old/.buildinfo": "# Sphinx build info version 1\n", "old/page.md": "# Old\n",
        "older/objects.inv": "", "older/searchindex.js": "", "older/page.rst": "Old\n===\n",
        "doctrees/environment.pickle": "", "doctrees/sitejson/pages/generated.mdx": "# Old\n",
    }  # fmt: skip
    site = build_clean({**FILES, **old})

    assert site.read_docs == {"index", "a"}


def test_a_folder_of_pages_that_a_build_wrote_to_is_named(build_site):
    """Somebody built into a folder of sources once, by mistake."""
    navigation = [{"group": "G", "pages": ["index", "guides/one", "guides/deep/two"]}]
    pages = {"guides/one.mdx": "# One", "guides/deep/two.mdx": "# Two"}
    pages[f"guides/{OUTPUT_MARKER}"] = ""
    site = build_site({**FILES, **pages, "site.json": {**SITE, "navigation": navigation}})

    assert site.warnings.count('the folder "guides" holds the output of an earlier build') == 1


def test_snippets_and_images_are_not_taken_from_the_output(build_site):
    page = "import S from '/old/s.mdx'\n\n<S/>\n\n![A picture](/old/a.png)\n"
    old = {f"old/{OUTPUT_MARKER}": "", "old/s.mdx": "Old words.", "old/a.png": "x"}
    site = build_site({**FILES, **old, "a.mdx": page})

    assert "Old words" not in site.text("a.html")
    assert site.warnings.count("is in the output of an earlier build") == 2


def test_a_build_waits_for_another_one_in_the_same_folder(project, tmp_path):
    """Each finds the folder to itself, and the site is that of one build."""
    running = [start_build(project, tmp_path / "out") for _ in range(3)]
    results = [(process.communicate(timeout=300)[1], process.returncode) for process in running]

    assert results == [("", 0)] * 3
    assert content_of(tmp_path / "out") == clean(project)


def test_an_application_that_never_builds_does_not_keep_others_waiting(build_site, tmp_path):
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace

    site = build_site(FILES)
    with docutils_namespace():
        app = Sphinx(site.srcdir, site.srcdir, site.outdir, site.doctreedir, "html", status=None)
    assert site.rebuild().warnings == ""
    del app


STOP_WHILE_WRITING = """
def setup(app):
    def stop(app, pagename, *rest):
        if pagename == "index":
            import os, pathlib, signal
            folder = pathlib.Path(app.outdir)
            (folder / "a.html").write_text("<html>half a pa")
            (folder / ".sitejson-0123456789abcdef.new").write_text("half")
            os.kill(os.getpid(), signal.SIGKILL)
    app.connect("html-page-context", stop)
"""


def test_after_a_killed_build_the_next_one_equals_a_clean_one(project, tmp_path):
    assert build(project, tmp_path / "out") == (0, "")
    conf = FILES["conf.py"]
    changed = {"index.mdx": "---\ntitle: New\n---\n", "conf.py": conf + STOP_WHILE_WRITING}
    write_files(project, changed)
    assert build(project, tmp_path / "out")[0] < 0
    write_files(project, {"conf.py": conf})
    assert build(project, tmp_path / "out") == (0, "")

    assert content_of(tmp_path / "out") == clean(project)


def test_a_full_disk_stops_a_build_with_a_sentence_and_the_next_is_complete(build_site, full_disk):
    site = build_site(FILES)
    changed = {**SITE, "name": "Renamed"}
    with full_disk():
        failed = site.rebuild({"site.json": changed}, expect_failure=True)
    assert failed.error == "The build stops: no space left on device."

    again = site.rebuild()
    clean = build_site({**FILES, "site.json": changed})
    assert content_of(again.outdir) == content_of(clean.outdir)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of one megabyte, where tests may make one."""
    folder = tmp_path / "small"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    mount = shutil.which("mount") or "false"
    if subprocess.run([mount, *options], check=False, capture_output=True).returncode:
        pytest.skip("only root can make a file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=False)


@pytest.mark.parametrize("left", [0, 400_000])
def test_a_build_on_a_full_disk_ends_with_a_sentence(project, small_disk, left):
    (small_disk / "filler").write_bytes(b"x" * (1_000_000 - left))
    code, errors = build(project, small_disk / "out", "-d", str(small_disk / "doctrees"))
    assert code != 0
    assert "no space left on device" in errors.lower()

    (small_disk / "filler").unlink()
    subprocess.run(["mount", "-o", "remount,size=50m", str(small_disk)], check=True)
    assert build(project, small_disk / "out", "-d", str(small_disk / "doctrees")) == (0, "")
    assert content_of(small_disk / "out") == clean(project)


def test_a_page_that_was_cut_off_stops_the_build_and_is_written_next(build_site):
    cutting = """
        def setup(app):
            def cut(app, exception):
                import pathlib, sphinx.util.logging
                page = pathlib.Path(app.outdir, "a.html")
                page.write_text(page.read_text()[:500])
                sphinx.util.logging.getLogger("x").warning("error writing file")
            app.connect("build-finished", cut, priority=1)
    """
    site = build_site(FILES, conf=cutting, expect_failure=True)
    assert site.error == "The build stops: these pages could not be written completely: a.html."

    again = site.rebuild({"conf.py": FILES["conf.py"]})
    assert again.text("a.html").rstrip().endswith("</html>")


def test_a_file_that_vanishes_while_it_is_read_stops_the_build_with_a_sentence(build_site):
    removing = """
        def setup(app):
            def remove(app, env, docnames):
                import pathlib
                pathlib.Path(app.srcdir, "a.mdx").unlink(missing_ok=True)
            app.connect("env-before-read-docs", remove)
    """
    site = build_site(FILES, conf=removing, expect_failure=True)

    assert site.error.startswith("The build stops: ")
    assert "a.mdx: no such file or directory" in site.error
    again = site.rebuild({"a.mdx": FILES["a.mdx"], "conf.py": FILES["conf.py"]})
    assert again.exists("a.html")


def test_a_file_that_vanishes_in_a_parallel_build_is_named_too(project, tmp_path):
    removing = """
def setup(app):
    def remove(app, docname, source):
        import pathlib
        if docname == "p0":
            for page in pathlib.Path(app.srcdir).glob("p*.mdx"):
                page.unlink()
    app.connect("source-read", remove)
"""
    pages = {f"p{number}.mdx": "# P\n" for number in range(12)}
    write_files(project, {**pages, "conf.py": FILES["conf.py"] + removing})
    code, errors = build(project, tmp_path / "out", "-j", "2")

    assert code != 0
    assert "The build stops: " in errors


def test_a_folder_that_cannot_be_written_is_named(project, tmp_path):
    (tmp_path / "doctrees").write_text("")
    code, errors = build(project, tmp_path / "out", "-d", str(tmp_path / "doctrees"))

    assert code == 1
    assert errors.startswith(f"The build stops: {tmp_path / 'doctrees'} cannot be written (")


def test_files_of_ours_in_the_output_are_not_written_through_links(build_site, tmp_path):
    """Pages are Sphinx's own to write; all the rest is ours."""
    precious = tmp_path / "precious"
    precious.write_text("precious")
    site = build_site({**FILES, "logo.svg": "<svg/>", "site.json": {**SITE, "logo": "/logo.svg"}})
    ours = ["a.md", "llms.txt", "_static/sitejson.css", "_static/sitejson-pages.js"]
    ours.append("_static/site/logo.svg")
    for name in ours:
        (site.outdir / name).unlink()
        (site.outdir / name).symlink_to(precious)
    again = site.rebuild({"site.json": {**SITE, "logo": "/logo.svg", "name": "Other"}})

    assert precious.read_text() == "precious"
    assert [name for name in ours if (again.outdir / name).is_symlink()] == []


def test_a_folder_of_the_output_that_points_outside_is_not_written_to(build_site, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    files = {**FILES, "guides/a.mdx": "---\norphan: true\n---\n\n# A\n"}
    site = build_site(files)
    shutil.rmtree(site.outdir / "guides")
    (site.outdir / "guides").symlink_to(elsewhere)
    again = site.rebuild({"guides/a.mdx": "---\norphan: true\n---\n\n# B\n"})

    assert not (elsewhere / "a.md").exists()
    assert "guides/a.md could not be written: it would be outside the folder" in again.warnings


def test_no_module_of_ours_writes_past_the_helper():
    """One module writes; a new one that writes by itself is found here."""
    package = Path(__file__).parents[2] / "sphinx_sitejson"
    ways = (".write_text(", ".write_bytes(", "copyfile(", '.open("w', "shutil.copy", "os.replace")
    writers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if any(way in line for way in ways)
    }
    # Its folder is a temporary one, which nobody else writes.
    assert writers == {"checks/trial_build.py"}


def test_a_new_release_reads_all_pages_again(build_site, monkeypatch):
    site = build_site(FILES)
    assert site.rebuild().read_docs == frozenset()

    monkeypatch.setattr(sphinx_sitejson, "__version__", "99.0.0")
    assert site.rebuild().read_docs == {"index", "a"}
