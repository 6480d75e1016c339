"""Signatures and docstring fields on pages of our theme."""

import pytest

SITE = {"name": "Ships", "navigation": [{"group": "Code", "pages": ["index", "listed", "plain"]}]}
INDEX = """\
Ships
=====

.. py:class:: Berth

   A berth.

.. py:function:: moor(berth: Berth, *lines: str, speed: float = 0.5, **options) -> bool

   Moor the ship.

   :param berth: Where it moors.
   :param lines: What holds it.
   :param int speed: The type of the docstring wins.

      A second paragraph.
   :param unknown: Not in the signature.
   :returns: Whether it holds.
   :raises Berth: If it is taken.

.. py:function:: find(name: str) -> str
                 find(name: int, depth: int = 2) -> int

   Find something.

   :param name: By its name.
   :param depth: How deep.
   :returns: What was found.

.. py:function:: typed(a)

   Has the type of its result in the docstring.

   :returns: The number.
   :rtype: int

.. py:function:: book(berth: Berth, first_day: str, last_day: str, services: list[str], name: str)

.. py:class:: Ship

   .. py:attribute:: length

      How long it is.

      :type: float

   .. py:attribute:: anchor

      :meta public:

   .. py:method:: book(berth: Berth, first_day: str, last_day: str, name: str = "sea") -> bool

.. py:function:: open(berth: Berth, first_day: str, last_day: str, name: str = "sea") -> bool

.. js:function:: sail(knots)

   :param number knots: How fast.
   :throws Error: If there is no wind.
"""
LISTED = """\
Listed
======

.. py:currentmodule:: builtins

.. autosummary::

   len
"""


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(
        {"site.json": SITE, "index.rst": INDEX, "listed.rst": LISTED, "plain.md": "# Plain\n"},
        conf='extensions += ["sphinx.ext.autosummary"]\n',
    )


def rows(site, name):
    """Return the rows of each field of an object: the parts of the term, and the description."""
    described = site.page("index.html").find(id=name).parent
    fields = described.select_one(".field-list")
    return {
        label.get_text().rstrip(":"): [
            (" ".join(term.get_text().split()), " ".join(term.find_next("dd").get_text().split()))
            for term in label.find_next("dd").select("dl > dt")
        ]
        for label in fields.find_all("dt", recursive=False)
    }


@pytest.mark.oldest
def test_parameters_are_rows_with_the_types_and_defaults_of_the_signature(site):
    assert site.warnings == ""
    assert rows(site, "moor") == {
        "Parameters": [
            ("berth Berth", "Where it moors."),
            ("lines str", "What holds it."),
            ("speed int Default 0.5", "The type of the docstring wins. A second paragraph."),
            ("unknown", "Not in the signature."),
        ],
        "Returns": [("bool", "Whether it holds.")],
        "Raises": [("Berth", "If it is taken.")],
    }
    page = site.page("index.html")
    types = page.find(id="moor").parent.select(".classifier")
    assert types[0].a["href"] == "#Berth"


def test_overloads_share_only_what_is_the_same_in_all(site):
    assert rows(site, "find")["Parameters"] == [
        ("name", "By its name."),
        ("depth int Default 2", "How deep."),
    ]
    assert rows(site, "find")["Returns"] == []


def test_the_type_of_a_result_is_in_its_row(site):
    assert rows(site, "typed") == {"Returns": [("int", "The number.")]}


def test_other_languages_have_rows_too(site):
    assert rows(site, "sail") == {
        "Arguments": [("knots number", "How fast.")],
        "Throws": [("Error", "If there is no wind.")],
    }


def test_the_type_of_an_attribute_is_beside_its_name(site):
    attribute = site.page("index.html").find(id="Ship.length")

    assert attribute.get_text().strip().startswith("length: float")
    assert attribute.parent.select(".field-list") == []


def test_long_signatures_have_a_parameter_on_each_line(site):
    page = site.page("index.html")

    assert len(page.find(id="book").select("dl > dd")) == 5
    # A member is indented, so less fits in its line.
    assert len(page.find(id="Ship.book").select("dl > dd")) == 4
    assert page.find(id="open").select("dl") == []


def test_the_length_of_signatures_in_conf_py_wins(build_site):
    site = build_site(
        {"site.json": {**SITE, "navigation": []}, "index.rst": INDEX},
        conf="maximum_signature_line_length = 1000\n",
    )

    assert site.page("index.html").find(id="book").select("dl") == []


def test_only_pages_with_objects_load_their_styles(site):
    def styles(path):
        links = site.page(path).select("link[rel=stylesheet]")
        return [link["href"].partition("?")[0] for link in links]

    assert "_static/sitejson-objects.css" in styles("index.html")
    assert "_static/sitejson-objects.css" in styles("listed.html")
    assert "_static/sitejson-objects.css" not in styles("plain.html")
    assert site.exists("_static/sitejson-objects.css")


def test_pages_for_language_models_name_each_parameter_once(site):
    text = site.text("index.md")

    assert "- **berth** [Berth](#Berth)\n\n    Where it moors." in text
    assert "****" not in text


@pytest.mark.oldest
def test_tables_of_autosummary_break_between_parameters(build_site):
    module = "def moor(berth, first_line, last_line):\n    '''Moor the ship.'''\n"
    site = build_site(
        {
            "site.json": {**SITE, "navigation": []},
            "index.rst": "Ships\n=====\n\n.. autosummary::\n\n   ships_of_summary.moor\n",
            "ships_of_summary.py": module,
        },
        conf="""
        import sys
        from pathlib import Path

        sys.path.insert(0, str(Path(__file__).parent))
        extensions += ["sphinx.ext.autosummary"]
        """,
    )

    cell = site.page("index.html").select_one("table.autosummary td")
    assert cell.get_text().strip() == "ships_of_summary.moor(berth, first_line, ...)"
