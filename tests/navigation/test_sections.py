"""What pages of a large tree show of it."""

from dataclasses import replace

import pytest

from sphinx_sitejson.navigation.sidebar import (
    FULL_TREE,
    MARGIN,
    MAX_LIST_LENGTH,
    WINDOW,
    Excerpts,
    Section,
    count_rows,
    full_tree,
)
from sphinx_sitejson.navigation.tree import GroupNode, PageLabels, PageNode, pages_in
from sphinx_sitejson.settings.front_matter.keys import PageFacts

from .support import site_map_of


def sidebar(*groups: GroupNode) -> tuple[GroupNode, ...]:
    return Section(PageLabels().groups(groups), (), {""}, lambda page: True).groups


def groups_of(*sizes: int) -> tuple[GroupNode, ...]:
    return sidebar(
        *(
            GroupNode(
                name=f"Group {number}",
                entries=tuple(PageNode(docname=f"g{number}/p{page}") for page in range(size)),
            )
            for number, size in enumerate(sizes)
        )
    )


def rows(entries):
    """Write an excerpt: pages by name, open groups as pairs, heads with a plus, ranges by size."""
    written = []
    for entry in entries:
        if entry.kind == "page":
            written.append((entry.docname, rows(entry.entries)) if entry.entries else entry.docname)
        elif entry.kind == "group":
            written.append((entry.name, rows(entry.entries)))
        else:
            written.append(f"+{entry.name}" if entry.kind == "head" else f"…{entry.count}")
    return written


def number_of_rows(entries):
    return sum(1 + number_of_rows(entry.entries) for entry in entries)


def test_a_small_tree_is_shown_completely_by_one_object():
    groups = groups_of(3, 2)
    excerpts = Excerpts(groups)

    assert excerpts.is_complete
    assert excerpts.page_excerpt("g0/p0") is excerpts.page_excerpt("g1/p1")
    assert excerpts.page_excerpt("g0/p0") == groups


def test_in_a_large_tree_only_the_group_of_the_page_is_open():
    excerpts = Excerpts(groups_of(60, 3, 60, 60))

    assert not excerpts.is_complete
    assert rows(excerpts.page_excerpt("g1/p0")) == [
        "+Group 0",
        ("Group 1", ["g1/p0", "g1/p1", "g1/p2"]),
        "+Group 2",
        "+Group 3",
    ]
    assert excerpts.page_excerpt("g1/p0") is excerpts.page_excerpt("g1/p2")
    assert excerpts.page_excerpt("g1/p0") is not excerpts.page_excerpt("g2/p0")


def test_groups_at_the_top_stay_open_while_their_rows_are_few():
    nested = GroupNode(
        name="Nested", entries=tuple(PageNode(docname=f"n/{page}") for page in range(99))
    )
    pages = tuple(PageNode(docname=f"a/{page}") for page in range(3))
    nodes = [
        GroupNode(name="A", entries=(*pages, nested)),
        GroupNode(name="B", entries=(PageNode(docname="b"),)),
    ]
    excerpts = Excerpts(sidebar(*nodes))

    assert not excerpts.is_complete
    assert rows(excerpts.page_excerpt("b")) == [
        ("A", ["a/0", "a/1", "a/2", "+Nested"]),
        ("B", ["b"]),
    ]
    # A branch is what a reader opens; these are open.
    assert [entry.branch for entry in excerpts.page_excerpt("b")] == ["", ""]


def test_a_head_links_to_the_first_page_and_names_its_branch():
    head = Excerpts(groups_of(60, 60)).page_excerpt("g0/p0")[1]

    assert (head.url, head.branch) == ("/g1/p0", "1")


def test_a_page_of_no_group_sees_heads_only():
    assert rows(Excerpts(groups_of(60, 60)).page_excerpt("genindex")) == ["+Group 0", "+Group 1"]


def test_of_a_long_list_a_page_shows_its_window():
    ((_, shown),) = rows(Excerpts(groups_of(417)).page_excerpt("g0/p200"))

    start = 200 // WINDOW * WINDOW
    assert shown[:2] == ["…188", f"g0/p{start - MARGIN}"]
    assert shown[-2] == f"g0/p{start + WINDOW + MARGIN - 1}"
    assert len(shown) == WINDOW + 2 * MARGIN + 2


def test_in_a_large_group_the_folds_beside_the_page_are_heads():
    def fold(name):
        pages = tuple(PageNode(docname=f"{name}/{page}") for page in range(30))
        return GroupNode(name=name, entries=pages)

    top = GroupNode(name="Top", entries=tuple(fold(name) for name in "abcd"))
    excerpts = Excerpts(sidebar(top))

    ((_, shown),) = rows(excerpts.page_excerpt("b/7"))
    assert [shown[0], shown[2], shown[3]] == ["+a", "+c", "+d"]
    assert shown[1] == ("b", [f"b/{page}" for page in range(30)])
    assert excerpts.page_excerpt("b/7")[0].entries[2].branch == "0.2"


def test_pages_below_a_page_are_shown_to_those_who_are_there():
    child = PageNode(docname="a/child")
    group = GroupNode(
        name="G", entries=(PageNode(docname="a", entries=(child,)), PageNode(docname="b"))
    )
    excerpts = Excerpts(sidebar(group))

    assert rows(excerpts.page_excerpt("b")) == [("G", ["a", "b"])]
    for docname in ("a", "a/child"):
        assert rows(excerpts.page_excerpt(docname)) == [("G", [("a", ["a/child"]), "b"])]


@pytest.mark.parametrize(
    "groups",
    [groups_of(*[10] * 160), groups_of(1600), groups_of(*[400] * 4), groups_of(*[1] * 1600)],
)
def test_an_excerpt_does_not_grow_with_the_tree_and_links_reach_every_page(groups):
    excerpts = Excerpts(groups)
    seen, waiting = set(), ["g0/p0"]
    largest = 0
    while waiting:
        docname = waiting.pop()
        if docname in seen:
            continue
        seen.add(docname)
        shown = excerpts.page_excerpt(docname)
        largest = max(largest, number_of_rows(shown))
        waiting += [url.removeprefix("/") for url in links(shown)]

    assert len(seen) == sum(len(group.entries) for group in groups)
    assert largest <= FULL_TREE + MAX_LIST_LENGTH


def links(entries):
    for entry in entries:
        if entry.kind == "group":
            yield from links(entry.entries)
        else:
            yield entry.url


def test_the_full_tree_names_all_branches():
    tree = full_tree(groups_of(2, 3))

    assert [group.branch for group in tree] == ["0", "1"]
    assert count_rows(tree) == 7
    assert next(pages_in(tree)).docname == "g0/p0"


def test_the_site_map_names_a_tree_only_where_a_part_is_sidebar():
    small = [{"group": "A", "pages": ["a", "b"]}]
    large = [{"group": "B", "pages": [f"b/{number}" for number in range(FULL_TREE + 1)]}]
    site = site_map_of(small + large, tabs=[{"name": "B", "url": "b"}], facts={"a": PageFacts()})

    assert site.page("a").tree_name == ""
    assert site.page("b/0").tree_name == site.page("b/9").tree_name != ""
    assert list(site.large_trees(["a", "b/0", "b/9"])) == [site.page("b/0").tree_name]


def test_pages_without_a_group_are_rows_of_a_large_tree():
    loose, *others = groups_of(3, 60, 60)
    groups = (replace(loose, name=""), *others)
    excerpts = Excerpts(groups)

    assert rows(excerpts.page_excerpt("g1/p0"))[0] == ("", ["g0/p0", "g0/p1", "g0/p2"])
    assert rows(excerpts.page_excerpt("g1/p0"))[2] == "+Group 2"
    assert rows(excerpts.page_excerpt("g0/p1"))[1:] == ["+Group 1", "+Group 2"]


def test_a_long_list_of_pages_without_a_group_is_cut():
    groups = (replace(groups_of(200)[0], name=""), *groups_of(1, 60)[1:])
    (_name, shown), *_others = rows(Excerpts(groups).page_excerpt("g1/p0"))

    assert len(shown) <= MAX_LIST_LENGTH
    assert shown[-1].startswith("…")


@pytest.mark.parametrize("is_expanded", [True, False])
def test_the_full_tree_has_what_begins_open(is_expanded):
    inner = GroupNode(
        name="Inner",
        root=PageNode(docname="in"),
        is_expanded=is_expanded,
        entries=(PageNode(docname="in/a"),),
    )
    tree = sidebar(GroupNode(name="Outer", entries=(PageNode(docname="o"), inner)))

    below = ("in", ["in/a"]) if is_expanded else "in"
    assert rows(full_tree(tree)) == [("Outer", ["o", below])]
