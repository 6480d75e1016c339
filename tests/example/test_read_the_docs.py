"""The documentation builds on Read the Docs, and the file it advises is right."""

import re
import tomllib
from pathlib import Path

import yaml

from support.small_sites import settings

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "example_project/guides/hosting.mdx"
FILES = {"site.json": settings(), "index.mdx": "---\ntitle: Home\n---\n"}


def test_the_file_names_what_is_there():
    config = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (install,) = config["python"]["install"]

    assert config["version"] == 2
    assert config["build"].keys() >= {"os", "tools"}
    assert (ROOT / config["sphinx"]["configuration"]).is_file()
    assert config["sphinx"]["fail_on_warning"] is True
    assert set(install["extra_requirements"]) <= project["optional-dependencies"].keys()


def test_the_advised_file_has_the_same_form():
    block = re.compile(r":caption: \.readthedocs\.yaml\n\n(.*?)```", re.DOTALL)
    (text,) = block.findall(PAGE.read_text("utf-8"))
    advised = yaml.safe_load(text)
    own = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8"))

    assert advised.keys() == own.keys()
    assert advised["build"] == own["build"]


def test_a_build_there_knows_its_address_and_its_repository(build_clean, monkeypatch):
    address = "https://light.readthedocs.io/en/latest/"
    for name, value in {
        "READTHEDOCS": "True",
        "READTHEDOCS_CANONICAL_URL": address,
        "READTHEDOCS_GIT_CLONE_URL": "https://github.com/light/house.git",
        "READTHEDOCS_GIT_IDENTIFIER": "main",
        "READTHEDOCS_VERSION_TYPE": "branch",
    }.items():
        monkeypatch.setenv(name, value)
    site = build_clean({**FILES, "site.json": settings(feedback={"suggestEdit": True})})
    page = site.page("index.html")

    assert page.select_one('link[rel="canonical"]')["href"] == f"{address}index.html"
    assert page.select_one(".sj-feedback a")["href"] == (
        "https://github.com/light/house/edit/main/index.mdx"
    )
    assert page.select('script[src*="sitejson-read-the-docs.js"]')
    assert f"<loc>{address}index.html</loc>" in site.text("sitemap.xml")
    assert f"({address}index.md)" in site.text("llms.txt")


def test_a_build_elsewhere_has_nothing_for_it(build_site, monkeypatch):
    monkeypatch.delenv("READTHEDOCS", raising=False)
    site = build_site(FILES)

    assert "read-the-docs" not in site.text("index.html")
    assert "readthedocs" not in site.text("_static/sitejson.js")
    assert not site.exists("_static/sitejson-read-the-docs.js")
