"""When a page was last changed: on the page, in the sitemap, and for programs."""

import json

import pytest

from tests.support.git_history import commit_files, run_git
from tests.support.sites import BuildOptions, run_sphinx

DOCS = {
    "theme": "mint",
    "name": "Parcel",
    "colors": {"primary": "#0D9373"},
    "metadata": {"timestamp": True},
    "navigation": {"pages": ["index", "a", "b", "c"]},
}
CONF = 'extensions = ["sphinx_sitejson"]\nhtml_baseurl = "https://docs.example.com/"\n'
FILES = {
    "conf.py": CONF,
    "docs.json": json.dumps(DOCS),
    "index.mdx": "---\ntitle: Home\n---\n",
    "a.mdx": "---\ntitle: A\n---\n",
    "b.mdx": "---\ntitle: B\nlastUpdatedDate: 2020-05-06\n---\n",
    "c.mdx": "---\ntitle: C\ntimestamp: false\n---\n",
}


@pytest.fixture
def project(tmp_path):
    commit_files(tmp_path / "source", FILES, "2026-01-31")
    commit_files(tmp_path / "source", {"a.mdx": "---\ntitle: A\n---\n\nMore.\n"}, "2026-02-28")
    return tmp_path


def shown(site, page):
    return [
        line.text
        for line in site.page(page).select(".sj-legal p")
        if line.text.startswith("Last updated")
    ]


def last_modified(site):
    text = site.text("sitemap.xml")
    return {
        entry.partition("<loc>https://docs.example.com/")[2].partition("<")[0]: entry.partition(
            "<lastmod>"
        )[2][:10]
        for entry in text.split("<url>")[1:]
    }


def test_dates_come_from_git_unless_the_page_has_one(project):
    site = run_sphinx(project, BuildOptions())

    assert site.warnings == ""
    assert shown(site, "index.html") == ["Last updated on Jan 31, 2026."]
    assert shown(site, "a.html") == ["Last updated on Feb 28, 2026."]
    assert shown(site, "b.html") == ["Last updated on May 06, 2020."]
    assert shown(site, "c.html") == []
    assert last_modified(site) == {
        "index.html": "2026-01-31",
        "a.html": "2026-02-28",
        "b.html": "2020-05-06",
        "c.html": "2026-01-31",
    }
    page = site.page("a.html")
    tag = page.select_one('meta[property="article:modified_time"], [name="article:modified_time"]')
    assert tag["content"] == "2026-02-28T12:00:00+00:00"
    data = [json.loads(script.text) for script in page.select('[type="application/ld+json"]')]
    assert [each["dateModified"] for each in data if "dateModified" in each] == [tag["content"]]
    assert "Last updated: 2026-02-28\n" in site.text("llms-full.txt")


def test_a_commit_changes_the_page_in_the_next_build(project):
    run_sphinx(project, BuildOptions())
    commit_files(project / "source", {"a.mdx": "---\ntitle: A\n---\n\nMost.\n"}, "2026-03-30")
    site = run_sphinx(project, BuildOptions())
    assert shown(site, "a.html") == ["Last updated on Mar 30, 2026."]
    assert not {"b", "c"} & site.written_docs

    run_git(project / "source", "commit", "-q", "--amend", "-m", "again", day="2026-04-01")
    site = run_sphinx(project, BuildOptions())
    assert site.read_docs == frozenset()
    assert shown(site, "a.html") == ["Last updated on Apr 01, 2026."]


def test_a_shallow_clone_shows_no_false_dates(project):
    clone = project / "clone"
    origin = (project / "source").as_uri()
    clone.mkdir()
    run_git(clone, "clone", "-q", "--depth", "1", origin, "source")
    site = run_sphinx(clone, BuildOptions())

    assert [shown(site, f"{page}.html") for page in ("index", "a", "b")] == [
        [],
        [],
        ["Last updated on May 06, 2020."],
    ]
    assert last_modified(site)["a.html"] == ""


def test_the_format_of_sphinx_shows_the_date_of_the_page(project):
    settings = json.dumps({**DOCS, "metadata": {}})
    conf = f'{CONF}html_last_updated_fmt = "%d.%m.%Y"\n'
    (project / "source/docs.json").write_text(settings)
    (project / "source/conf.py").write_text(conf)
    site = run_sphinx(project, BuildOptions())

    assert shown(site, "a.html") == ["Last updated on 28.02.2026."]


def test_the_extension_for_dates_keeps_its_work(project):
    conf = CONF.replace("]", ', "sphinx_last_updated_by_git"]')
    (project / "source/conf.py").write_text(f'{conf}html_last_updated_fmt = "%Y"\n')
    site = run_sphinx(project, BuildOptions())

    assert shown(site, "a.html") == ["Last updated on 2026."]
    assert last_modified(site)["a.html"] == "2026-02-28"
