"""The groups of the settings, matched with the pages of the project."""

import pytest

from sphinx_sitejson.navigation.tree import GeneratedEntries, GroupNode, PageNode, read_tree
from support.divisions import group, tab

from .support import place_of, settings_of, tree_of


def outline(entries):
    """Write a tree as nested lists: a page is its name, a group a pair."""
    return [
        entry.docname if hasattr(entry, "docname") else (entry.name, outline(entry.entries))
        for entry in entries
    ]


def test_groups_are_recursive():
    tree = tree_of([group("A", "a", group("B", "b", group("C", "c")))], {"a", "b", "c"})

    assert outline(tree.groups) == [("A", ["a", ("B", ["b", ("C", ["c"])])])]
    assert tree.docnames == ("a", "b", "c")
    assert tree.problems == ()


@pytest.mark.parametrize(
    "written", ["guides/a", "/guides/a", "guides/a.mdx", "/guides/a.md", "./guides/a", "guides//a/"]
)
def test_a_page_is_found_with_or_without_slash_and_extension(written):
    tree = tree_of([group("G", written)], {"guides/a"})

    assert tree.docnames == ("guides/a",)
    assert tree.problems == ()


def test_a_folder_stands_for_its_index():
    pages = {"guides/index", "guides/a", "guides/a/index"}
    tree = tree_of([group("G", "/guides/", "guides/a")], pages)

    assert tree.docnames == ("guides/index", "guides/a")
    assert tree.problems == ()


def test_a_page_whose_name_has_a_dot_is_found_first():
    tree = tree_of([group("G", "v1.2")], {"v1.2", "v1"})

    assert tree.docnames == ("v1.2",)


def test_a_missing_page_is_left_out_and_the_nearest_one_is_named():
    tree = tree_of([group("G", "index", "guide/start")], {"index", "guides/start"})

    (problem,) = tree.problems
    assert problem.code == "missing_page"
    assert str(problem) == (
        'site.json navigation[0].pages[1]: the page "guide/start" has no file; it was skipped. '
        'Did you mean "guides/start"?'
    )
    assert tree.docnames == ("index",)


def test_a_folder_without_index_names_one_of_its_pages():
    (problem,) = tree_of([group("G", "index", "/guide/")], {"index", "guide/b", "guide/a"}).problems

    assert problem.message == (
        '"/guide/" is a folder; it was skipped. List its pages, such as "guide/a".'
    )


def test_a_url_in_the_pages_is_left_out_with_the_way_to_list_it():
    tree = tree_of([group("G", "index", "https://example.com/faq")], {"index"})

    (problem,) = tree.problems
    assert str(problem) == (
        'site.json navigation[0].pages[1]: "https://example.com/faq" is a URL, and only pages can '
        'be listed; it was skipped. Create a page with "url" in its front matter.'
    )


@pytest.mark.parametrize("written", ["../../etc/passwd", "a/../../b", "..\\secret"])
def test_a_path_that_leaves_the_project_is_refused(written):
    tree = tree_of([group("G", written)], {"index", "etc/passwd", "b"})

    assert tree.docnames == ()
    assert "is not a path inside the project" in tree.problems[0].message


def test_a_page_listed_twice_stays_in_both_places_with_a_warning():
    tree = tree_of([group("A", "a"), group("B", "a", "b")], {"a", "b"})

    assert outline(tree.groups) == [("A", ["a"]), ("B", ["a", "b"])]
    assert tree.docnames == ("a", "b")
    assert [(p.code, p.location.key_path) for p in tree.problems] == [
        ("duplicate_page", "navigation[1].pages[0]")
    ]


def test_pages_of_a_nested_group_without_a_name_join_their_parent():
    tree = tree_of([group("A", "a", {"pages": ["b"]})], {"a", "b"})

    assert outline(tree.groups) == [("A", ["a", "b"])]


def test_groups_without_pages_are_left_out():
    tree = tree_of([group("A", "a", group("B", "nowhere")), {"group": "C"}], {"a"})

    assert outline(tree.groups) == [("A", ["a"])]


def test_groups_of_the_same_name_stay_apart():
    tree = tree_of([group("A", "a"), group("A", "b")], {"a", "b"})

    assert outline(tree.groups) == [("A", ["a"]), ("A", ["b"])]


def tree_with_document(owner):
    made = (
        GroupNode(name="Pets", entries=(PageNode(docname="api/pets"),)),
        GroupNode(name="Users", entries=(PageNode(docname="api/users"),)),
    )
    settings = settings_of(
        navigation=[group("A", "a"), {**owner, "openapi": "api.json"}],
        tabs=[{"name": "API", "url": "api"}],
        versions=["v1"],
    )
    at = (*settings.navigation[1].at, "openapi")
    return read_tree(
        settings,
        known_pages={"a", "b"},
        locate=place_of,
        generated=GeneratedEntries(groups={at: made}),
    )


def test_a_group_that_only_has_a_document_gives_way_to_the_groups_made_of_it():
    tree = tree_with_document(tab("API", version="v1", pages=[]))

    assert outline(tree.groups) == [
        ("A", ["a"]),
        ("Pets", ["api/pets"]),
        ("Users", ["api/users"]),
    ]
    assert [(group.tab, group.version) for group in tree.groups[1:]] == [("API", "v1")] * 2


@pytest.mark.parametrize(
    "group", [group("API", pages=[]), {"root": "b", "pages": []}], ids=["name", "root"]
)
def test_a_group_with_a_name_or_a_page_keeps_them_inside(group):
    _first, api = tree_with_document(group).groups

    assert outline(api.entries) == [("Pets", ["api/pets"]), ("Users", ["api/users"])]


def test_one_problem_says_that_nothing_was_found():
    tree = tree_of([group("A", "one", group("B", "two"))], {"tow"})

    assert tree.problems == ()
    assert tree.no_page_found.message == (
        'none of the pages that site.json lists is in the project: "one", "two". '
        'Did you mean "tow"?'
    )
