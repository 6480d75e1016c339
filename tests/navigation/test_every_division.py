"""What built pages show of a ``docs.json`` with every kind of division, against a written table."""

import posixpath
from dataclasses import dataclass, field

import pytest

from support.full_outline import whole_outline_files


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What one page shows; a star marks where the reader is, an arrow where a link leads."""

    tree: list[object]
    crumbs: str
    """The way to the page; nothing where no group is around it."""
    tabs: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    choosers: list[list[str]] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    languages: list[str]
    around: tuple[str, str] = ("", "")
    """The previous and the next page."""


CHAT = "Chat → https://chat.example.com"
PRODUCTS = ["*Lamps → guides/home", "Candles → wax"]
LINKS = [
    "Blog → blog",
    "Moved → moved",
    "Shop → https://shop.example.com",
]
GUIDES_TREE = [
    ("Start NEW → guides/home",
     ["guides/home", "guides/one", ("Open +", ["open/a"]),
      ("Closed BETA", ["closed/a", "closed/b"]), ("Deep → deep/home", ["deep/a"]),
      "Dark → dark/home"]),
]  # fmt: skip
((START, ROWS),) = GUIDES_TREE
DARK_TREE = [(START, [*ROWS[:-1], ("Dark → dark/home", ["dark/a"])])]
CLOSED_TREE = [(START, [*ROWS[:3], ("Closed BETA +", ["closed/a", "closed/b"]), *ROWS[4:]])]
REFERENCE_TREE = [("", ["ref/a"]), ("Named", ["ref/b", "shared"]), ("", ["ref/c"])]


def tabs(current: str, *more: str) -> list[str]:
    own = ["Guides → guides/home", "Reference → ref/a", "More → tools"]
    return [f"*{tab}" if tab.startswith(current) else tab for tab in (*own, *LINKS, *more)]


def languages(english: str, french: str = "fr/guides/one") -> list[str]:
    return [f"*English → {english}", f"Français → {french}"]


def versions(new: str, old: str) -> list[str]:
    return [f"2 Latest → {new}", f"v1 → {old}"]


def marked(entries: list[str], index: int) -> list[str]:
    return [f"*{entry}" if at == index else entry for at, entry in enumerate(entries)]


def new_lamps(page: str, tab: str, *, crumbs: str, old: str = "v1/guides/one", **more) -> Shown:
    return Shown(
        crumbs=f"Lamps / {tab}{crumbs}" if crumbs else "",
        tabs=more.pop("tabs", tabs(tab)),
        anchors=[CHAT],
        choosers=[PRODUCTS, *more.pop("choosers", [])],
        versions=marked(versions(page, old), 0),
        languages=more.pop("languages", languages(page)),
        **more,
    )


def old_lamps(page: str, *, crumbs: str, new: str, choosers: list[str], **more) -> Shown:
    return Shown(
        crumbs=f"Lamps / {crumbs}" if crumbs else "",
        anchors=[*more.pop("anchors", []), CHAT],
        choosers=[PRODUCTS, choosers],
        versions=marked(versions(new, page), 1),
        languages=languages(page),
        **more,
    )


BASICS, DEPTH = "Basics → v1/guides/one", "Depth → v1/theory"
IN_DEPTH = [
    "Theory → v1/theory",
    "Practice → v1/practice",
    "Forum → https://forum.example.com",
]
TABLE = {
    "guides/home": new_lamps(
        "guides/home", "Guides", crumbs=" / Start", tree=GUIDES_TREE, around=("", "guides/one")),
    "guides/one": new_lamps(
        "guides/one", "Guides", crumbs=" / Start", tree=GUIDES_TREE,
        around=("guides/home", "open/a")),
    "closed/a": new_lamps(
        "closed/a", "Guides", crumbs=" / Start / Closed", tree=CLOSED_TREE,
        around=("open/a", "closed/b")),
    "deep/a": new_lamps(
        "deep/a", "Guides", crumbs=" / Start / Deep", tree=GUIDES_TREE,
        around=("deep/home", "dark/home")),
    "dark/home": new_lamps(
        "dark/home", "Guides", crumbs=" / Start", tree=DARK_TREE, around=("deep/a", "dark/a")),
    "dark/a": new_lamps(
        "dark/a", "Guides", crumbs=" / Start / Dark", tree=DARK_TREE, around=("dark/home", "")),
    "ref/a": new_lamps("ref/a", "Reference", crumbs="", tree=REFERENCE_TREE, around=("", "ref/b")),
    "ref/b": new_lamps(
        "ref/b", "Reference", crumbs=" / Named", tree=REFERENCE_TREE, around=("ref/a", "shared")),
    # Both versions list it: it is drawn in the first, and leads to the first page of the other.
    "shared": new_lamps(
        "shared", "Reference", crumbs=" / Named", tree=REFERENCE_TREE, around=("ref/b", "ref/c")),
    "tools": new_lamps(
        "tools", "More", crumbs="", tree=[("", ["tools"])],
        choosers=[["*Tools → tools", "Parts → parts/a"]]),
    "parts/a": new_lamps(
        "parts/a", "More", crumbs=" / Parts / Small", tree=[("Small", ["parts/a"])],
        choosers=[["Tools → tools", "*Parts → parts/a"]]),
    # Those who are in a hidden tab see it; a hidden group is in no sidebar.
    "staff": new_lamps(
        "staff", "Staff", crumbs="", tree=[("", ["staff"])], tabs=tabs("Staff", "Staff → staff")),
    "v1/guides/one": old_lamps(
        "v1/guides/one", crumbs="", new="guides/one", choosers=[f"*{BASICS}", DEPTH],
        tree=[("", ["v1/guides/one", "shared"])], around=("", "shared")),
    "v1/theory": old_lamps(
        "v1/theory", crumbs="", new="guides/home", choosers=[BASICS, f"*{DEPTH}"],
        anchors=marked(IN_DEPTH, 0), tree=[("", ["v1/theory"])]),
    "v1/practice": old_lamps(
        "v1/practice", crumbs="Depth / Do", new="guides/home", choosers=[BASICS, f"*{DEPTH}"],
        anchors=marked(IN_DEPTH, 1), tree=[("Do", ["v1/practice"])]),
    "wick": Shown(
        crumbs="Candles / Wax", anchors=[CHAT],
        choosers=[["Lamps → guides/home", "*Candles → wax"]], languages=languages("wick"),
        tree=[("Wax", ["wax", "wick"])], around=("wax", "")),
    "fr/guides/one": Shown(
        crumbs="", anchors=[CHAT],
        languages=["English → guides/one", "*Français → fr/guides/one"],
        tree=[("", ["fr/guides/one", "fr/more"])], around=("", "fr/more")),
    "fr/more": Shown(
        crumbs="", anchors=[CHAT], languages=["English → guides/home", "*Français → fr/more"],
        tree=[("", ["fr/guides/one", "fr/more"])], around=("fr/guides/one", "")),
}  # fmt: skip


class Reader:
    """Writes down what a built page shows, in the words of the table."""

    def __init__(self, site, name: str) -> None:
        self._name = name
        self._page = site.page(f"{name}.html")

    def shown(self) -> Shown:
        bar = ".sj-topbar"
        return Shown(
            tree=[self._block(block) for block in self._page.select(".sj-tree > *")],
            crumbs=" / ".join(
                each.get_text(strip=True) for each in self._page.select(".sj-breadcrumbs li")
            ),
            tabs=self._links(f"{bar} a.sj-tab"),
            anchors=self._links("a.sj-anchor > span:last-child"),
            choosers=[
                [self._link(each) for each in menu.select("a.sj-menu-item")]
                for menu in self._page.select(".sj-sidebar .sj-chooser")
            ],
            versions=self._links(f"{bar} .sj-versions:not(.sj-languages) a"),
            languages=self._links(f"{bar} .sj-languages a"),
            around=(self._neighbour("prev"), self._neighbour("next")),
        )

    def _links(self, selector: str) -> list[str]:
        return [self._link(each) for each in self._page.select(selector)]

    def _link(self, element) -> str:
        link = element if element.name == "a" else element.find_parent("a")
        words = element.select_one(".sj-menu-item-name") or element
        star = "*" if "aria-current" in link.attrs else ""
        return f"{star}{words.get_text(' ', strip=True)} → {self._target(link)}"

    def _target(self, link) -> str:
        address = link["href"]
        if address.startswith("https:"):
            return address
        if address == "#":
            return self._name
        folder = posixpath.dirname(self._name)
        return posixpath.normpath(posixpath.join(folder, address)).removesuffix(".html")

    def _neighbour(self, rel: str) -> str:
        link = self._page.select_one(f".sj-neighbour[rel={rel}]")
        return self._target(link) if link else ""

    def _block(self, block) -> tuple[str, list[object]]:
        name = block.select_one(".sj-group-name")
        link = name.a if name else None
        words = name.get_text(" ", strip=True) if name else ""
        if link:
            # The tag follows the link.
            words = f"{words} → {self._target(link)}"
        return words, self._rows(block.find("ul", recursive=False))

    def _rows(self, rows) -> list[object]:
        return [self._row(row) for row in rows.find_all("li", recursive=False)]

    def _row(self, row) -> object:
        fold = row.find("details", recursive=False)
        if fold:
            name = fold.summary.get_text(" ", strip=True)
            inner = fold.find("ul", recursive=False)
            return (f"{name} +" if fold.has_attr("open") else name, self._rows(inner))
        link = row.find("a", recursive=False)
        words, target = link.get_text(" ", strip=True), self._target(link)
        assert ("aria-current" in link.attrs) == (target == self._name)
        name = target if words == target else f"{words} → {target}"
        inner = row.find("ul", recursive=False)
        return (name, self._rows(inner)) if inner else name


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(whole_outline_files())


@pytest.mark.parametrize("name", TABLE)
def test_a_page_shows_what_the_file_says(site, name):
    assert Reader(site, name).shown() == TABLE[name]


def test_the_menu_of_a_tab_has_its_items_on_every_page(site):
    for name in ("guides/one", "tools"):
        menus = site.page(f"{name}.html").select(".sj-topbar .sj-tab-menu")
        assert [[a.get_text(" ", strip=True) for a in menu.select("a")] for menu in menus] == [
            ["Tools What helps", "Parts"]
        ]


def test_a_hidden_page_and_one_that_is_not_listed_are_built_with_the_sidebar_of_their_place(site):
    for name in ("ghost", "secret", "guides/unlisted"):
        shown = Reader(site, name).shown()
        assert shown.tree == GUIDES_TREE, name
        assert shown.tabs == tabs("Guides"), name
        assert shown.around == ("", ""), name


def test_a_page_keeps_its_other_place_for_readers_who_come_from_there(site):
    page = site.page("shared.html").html

    first, second = page["data-locations"].split()
    assert page["data-location"] == first
    text = site.text(f"_static/sitejson-location-{second}.js")
    assert "v1/guides/one.html" in text


def test_divisions_that_only_redirect(site):
    assert "https://blog.example.com" in site.text("blog.html")
    assert "ref/c.html" in site.text("moved.html")


def test_the_site_begins_with_the_first_page_of_the_default(site):
    assert "guides/home.html" in site.text("index.html")
