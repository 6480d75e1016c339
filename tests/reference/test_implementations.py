"""Python objects that serve operations: each page links to the other."""

import pytest

from support.sites import api_settings

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "paths": {"/ships": {"get": {"operationId": "listShips", "summary": "List ships",
                                 "responses": {"200": {"description": "OK"}}},
                         "post": {"summary": "Add a ship",
                                  "responses": {"200": {"description": "OK"}}}},
              "/docks": {"get": {"summary": "Docks", "responses": {"200": {"description": "OK"}}}}},
}  # fmt: skip
CODE = '''
def list_ships():
    """Return ships.

    :openapi: GET /ships
    :returns: ships
    """


class Ships:
    """All about ships."""

    def both(self):
        """Read and write.

        :openapi:
            listShips
            POST /ships
        """
'''
PYTHON = "Python\n======\n\n.. automodule:: harbour_views\n   :members:\n   :undoc-members:\n"
FILES = {
    "site.json": api_settings("Harbour", "/harbour.json", pages=["index", "python"]),
    "index.mdx": "---\ntitle: Home\n---\n",
    "python.rst": PYTHON,
    "harbour.json": DOCUMENT,
}
BY_HAND = "Python\n======\n\n.. py:function:: harbour_views.{name}()\n\n   :openapi: {operation}\n"


@pytest.fixture
def files():
    """The site, with its functions described by hand: no module has to be imported."""
    return {**FILES, "python.rst": BY_HAND.format(name="list_ships", operation="GET /ships")}


def implemented_by(site, page):
    return [
        (link.text, link["href"])
        for paragraph in site.page(page).select("main p")
        if paragraph.text.startswith("In Python")
        for link in paragraph.select("a")
    ]


def test_docstrings_and_operations_link_to_each_other(build_clean, tmp_path, monkeypatch):
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "harbour_views.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path / "code")
    site = build_clean(FILES, conf='extensions.append("sphinx.ext.autodoc")\n')

    links = site.page("python.html").select("dl.field-list a")
    assert [(link.text, link["href"]) for link in links] == [
        ("List ships", "api/list-ships.html"),
        ("Add a ship", "api/add-a-ship.html"),
        ("List ships", "api/list-ships.html"),
    ]
    assert implemented_by(site, "api/list-ships.html") == [
        ("harbour_views.Ships.both", "../python.html#harbour_views.Ships.both"),
        ("harbour_views.list_ships", "../python.html#harbour_views.list_ships"),
    ]
    assert len(implemented_by(site, "api/add-a-ship.html")) == 1
    assert implemented_by(site, "api/docks.html") == []


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_other_formats_name_implementations_too(build_clean, files, builder):
    site = build_clean(files, builder=builder)
    texts = " ".join(
        file.read_text() for file in site.outdir.rglob("*.t*x*") if "harbour" in file.read_text()
    )

    assert "In Python" in texts


def test_pages_of_operations_follow_changes_elsewhere(build_site, files):
    site = build_site(files)
    moved = BY_HAND.format(name="docks", operation="GET /docks")
    again = site.rebuild({"python.rst": moved})

    assert implemented_by(again, "api/list-ships.html") == []
    assert implemented_by(again, "api/docks.html") == [
        ("harbour_views.docks", "../python.html#harbour_views.docks")
    ]
    assert "api/docks" not in again.read_docs


def test_an_operation_that_is_not_there_is_named(build_site, files):
    wrong = BY_HAND.format(name="gone", operation="GET /gone")
    site = build_site({**files, "python.rst": wrong})

    assert "python.rst" in site.warnings
    assert 'openapi:op: no operation "GET /gone" in "/harbour.json".' in site.warnings


def test_fields_of_other_things_stay_as_they_are(build_site, files):
    field = ":openapi: GET /gone"
    text = f"Python\n======\n\nWords.\n\n{field}\n\n.. c:function:: int f()\n\n   {field}\n"
    site = build_site({**files, "python.rst": text})

    assert "GET /gone" in site.page("python.html").text
    assert "openapi:op" not in site.warnings
