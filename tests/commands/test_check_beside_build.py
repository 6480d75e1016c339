"""``sitejson check`` finds what a build finds, in a site with a fault of each kind."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.check import parse_findings

FAULTY = Path(__file__).parent / "sites" / "faulty"

KINDS = 40
"""How many kinds of fault the site has at least."""


def found_by(builder: str, folder: Path, *options: str) -> Counter[str]:
    log = folder / "warnings.txt"
    places = ["-w", str(log), "-d", str(folder / "pages"), str(FAULTY), str(folder / "out")]
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "--no-color", "-b", builder]
    subprocess.run([*command, *options, *places], check=True, capture_output=True)
    return Counter(map(str, parse_findings(log.read_text("utf-8"))))


@pytest.mark.oldest
def test_it_finds_what_a_build_finds_in_one_process_and_in_several(tmp_path):
    built, checked, shared = (tmp_path / name for name in ("built", "checked", "shared"))
    for folder in (built, checked, shared):
        folder.mkdir()

    wanted = found_by("html", built)

    assert len(wanted) > KINDS
    assert found_by("sitejson-check", checked) == wanted
    assert found_by("sitejson-check", shared, "-j", "2") == wanted
    assert not list((checked / "out").rglob("*.html"))


def test_its_findings_are_in_the_order_of_files_and_lines(capsys, monkeypatch):
    monkeypatch.chdir(FAULTY)

    assert main(["check", "--format", "json"]) == 1

    found = json.loads(capsys.readouterr().out)
    ours = [each for each in found if each["code"].startswith("sitejson.")]
    assert not [each for each in ours if "\n" in each["message"]], "no tracebacks"
    places = [(each["file"] != "site.json", each["file"], each["line"] or 0) for each in found]
    assert places == sorted(places)
    assert {"site.json", "index.mdx", "plain.md", "signals.rst"} <= {place[1] for place in places}
