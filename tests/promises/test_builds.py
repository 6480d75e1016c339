"""Promises 25 to 30: commands and builds, also those that fail or run beside each other."""

import json
import os
import subprocess
import sys
from multiprocessing import get_context

import pytest
from openapi.reading.support import document, getting
from sphinx.cmd.build import main as sphinx_build

from sphinx_sitejson.commands import main
from support.sites import files_of, write_files
from support.small_sites import api_files

CONF = 'extensions = ["sphinx_sitejson"]\n'
DOCUMENT = document(
    paths={"/ships": getting({"$ref": "parts.json#/Ship"}), "/berths": getting({})},
    servers=[{"url": "https://harbour.example.com"}],
)
FILES = {
    **api_files(DOCUMENT, "index", "more"),
    "conf.py": CONF,
    "parts.json": {"Ship": {"type": "object", "properties": {"mast": {"type": "string"}}}},
    "index.mdx": "---\ntitle: Home\n---\n\n<Tip>Words.</Tip>\n",
    "more.md": "# More\n\nText.\n",
}
DIE = """
def setup(app):
    import os
    app.connect("html-page-context", lambda *a: os._exit(9) if a[1] == "more" else None)
"""
"""The build dies while it writes its pages."""


@pytest.fixture(scope="module")
def first_build(build_shared_site):
    """A build in this process, so that those it starts have all modules already."""
    return build_shared_site(FILES)


@pytest.fixture
def project(tmp_path, first_build):
    write_files(tmp_path / "project", FILES)
    return tmp_path / "project"


def start(project, out, parallel=1):
    """Start a build in a process of its own."""
    arguments = ["-q", "-j", str(parallel), str(project), str(out)]

    def run():
        sys.dont_write_bytecode = True
        os._exit(sphinx_build(arguments))

    process = get_context("fork").Process(target=run)
    process.start()
    return process


def status_of(process):
    process.join()
    return process.exitcode


def site_in(folder, own=(".doctrees", ".buildinfo")):
    """Return what a build published, without what Sphinx keeps for the next one."""
    return {name: text for name, text in files_of(folder).items() if not name.startswith(own)}


def test_p25_page_files_stay_in_their_folder_and_are_written_all_or_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hostile = json.loads(json.dumps(DOCUMENT))
    hostile["paths"]["/ships"]["get"] |= {
        "tags": ["../../../out", "/etc"],
        "summary": 'x"\n---\nhidden: true\n---\n<script>struck()</script>',
        "operationId": "../../x",
    }
    write_files(tmp_path, {"api.json": hostile, "parts.json": FILES["parts.json"]})
    command = ["openapi-file", "api.json", "-o", "pages"]
    assert main(command) == 0
    made = sorted(tmp_path.rglob("*.mdx"))
    assert len(made) == 2
    for path in made:
        assert path.is_relative_to(tmp_path / "pages")
        _, top, rest = path.read_text().split("---\n")
        assert [line.partition(":")[0] for line in top.splitlines()] == ["openapi"]
        assert rest == ""

    made[0].write_text("Changed by hand.\n")
    main(command)
    assert made[0].read_text() == "Changed by hand.\n"
    main([*command, "--force"])
    assert made[0].read_text() != "Changed by hand.\n"
    write_files(tmp_path, {"api.json": {**hostile, "paths": {"/new": 7}}})
    assert main(command) == 1
    assert sorted(tmp_path.rglob("*.mdx")) == made


def test_p26_the_same_input_gives_the_same_bytes(project, tmp_path):
    write_files(tmp_path / "elsewhere" / "copy", FILES)
    copy = tmp_path / "elsewhere" / "copy"
    other_seed = {**os.environ, "PYTHONHASHSEED": "77"}
    command = [sys.executable, "-m", "sphinx", "-q", str(project), str(tmp_path / "three")]
    builds = [start(project, tmp_path / "one"), start(copy, tmp_path / "two", parallel=2)]
    subprocess.run(command, env=other_seed, check=True)
    assert [*map(status_of, builds)] == [0, 0]

    one, two, three = (site_in(tmp_path / name) for name in ("one", "two", "three"))
    assert len(one) > 20
    assert one == two == three


def test_p27_a_failed_or_killed_build_leaves_what_was_good(project, tmp_path):
    out = tmp_path / "out"
    assert status_of(start(project, out)) == 0
    good = site_in(out)
    write_files(project, {"site.json": "{broken"})
    assert status_of(start(project, out)) not in (0, None)
    assert site_in(out) == good

    write_files(project, {**FILES, "conf.py": CONF + DIE, "more.md": "# Other\n"})
    assert status_of(start(project, out)) == 9
    write_files(project, {"conf.py": CONF})
    both = [start(project, out), start(project, tmp_path / "clean")]
    assert [*map(status_of, both)] == [0, 0]
    # The index of Sphinx keeps an empty entry for each word that is gone.
    own = (".doctrees", ".buildinfo", "searchindex.js")
    assert site_in(out, own) == site_in(tmp_path / "clean", own)


def test_p28_two_builds_at_once_do_each_other_no_harm(project, tmp_path):
    outs = [tmp_path / name for name in ("one", "two", "alone")]
    pair = [start(project, out) for out in outs[:2]]
    assert [*map(status_of, pair)] == [0, 0]
    assert status_of(start(project, outs[2])) == 0

    assert site_in(outs[0]) == site_in(outs[1]) == site_in(outs[2])


def test_p29_what_is_deleted_disappears_and_what_changed_is_built_again(build_site):
    site = build_site(FILES)
    assert site.exists("api/list-berths.html")
    assert "mast" in site.text("api/list-ships.html")
    changed = {"Ship": {"type": "object", "properties": {"anchor": {"type": "string"}}}}
    fewer = {**DOCUMENT, "paths": {"/ships": DOCUMENT["paths"]["/ships"]}}
    again = site.rebuild({"parts.json": changed, "api.json": fewer})

    assert not again.exists("api/list-berths.html")
    assert "berths" not in again.text("searchindex.js")
    assert "berths" not in again.text("api/list-ships.html")
    assert "anchor" in again.text("api/list-ships.html")
    assert "mast" not in again.text("api/list-ships.html")


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex"])
def test_p30_every_builder_works_without_a_warning(build_clean, builder):
    site = build_clean(FILES, builder=builder, overrides={"nitpicky": True})

    written = b"".join(text for name, text in files_of(site.outdir).items() if ".js" not in name)
    assert b"Words." in written
    assert b"mast" in written
