"""``sitejson build``: the site in one folder."""

import pytest

from sphinx_sitejson.commands import main
from support.sites import write_files

CONF = 'extensions = ["sphinx_sitejson"]\n'
SITE = {
    "conf.py": CONF,
    "site.json": {"name": "Lamps", "navigation": [{"group": "Start", "pages": ["index", "a/b"]}]},
    "index.mdx": "---\ntitle: Home\n---\n",
    "a/b.mdx": "---\ntitle: Below\n---\n",
}
BROKEN = {"index.mdx": "---\ntitle: Home\n---\n\n[away](/nowhere)\n"}


def build(folder, files, *arguments, capfd):
    write_files(folder / "docs", {name: text for name, text in files.items() if text})
    code = main(["build", str(folder), *arguments])
    return code, capfd.readouterr()


def test_urls_are_clean_unless_files_are_asked_for(tmp_path, capfd):
    code, said = build(tmp_path, SITE, "--strict", capfd=capfd)
    assert (code, said.err) == (0, "")
    assert (tmp_path / "docs/_build/site/a/b/index.html").is_file()

    code, said = build(
        tmp_path, BROKEN, "--urls", "files", "--out", str(tmp_path / "out"), capfd=capfd
    )
    assert code == 0
    assert (tmp_path / "out/a/b.html").is_file()
    assert said.err.count("WARNING: ") == 1
    assert said.out.endswith(" s with 1 warning.\n")


@pytest.mark.parametrize(
    ("files", "arguments", "said"),
    [
        (BROKEN, ["--strict"], "Build failed: "),
        ({"conf.py": f"{CONF}a = \n"}, [], "conf.py:2"),
        ({"conf.py": f"{CONF}1 / 0\n"}, [], "conf.py:2"),
        ({"conf.py": ""}, [], "No conf.py in "),
    ],
)
def test_what_stops_a_build_is_reported_in_one_line(tmp_path, capfd, files, arguments, said):
    code, output = build(tmp_path, SITE | files, *arguments, capfd=capfd)

    assert code == 1
    assert said in output.out + output.err
    assert "Traceback" not in output.err
