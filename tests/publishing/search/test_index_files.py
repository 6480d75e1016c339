"""The files of the index: small, named by what they hold, and the same every time."""

import json

import pytest
from sphinx.search.en import SearchEnglish

from sphinx_sitejson.common.search_terms import LocationEntry, Vocabulary, fold
from sphinx_sitejson.publishing.search_index import (
    MAX_PAGE_SIZE,
    MAX_SHARD_SIZE,
    ROOT,
    IndexedPage,
    ListedPage,
    base36,
    distribute_terms,
    index_files,
    index_page,
    index_terms,
    page_terms,
    sort_key,
)

from .sample_index import FILE, called_with, written

PLAIN = Vocabulary()


def terms(text: str) -> list[str]:
    return list(PLAIN.terms(text))


def test_the_sample_for_scripts_is_what_the_code_makes():
    assert FILE.read_text(encoding="utf-8") == written()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Read a ship", ["read", "a", "ship"]),
        ("shipId", ["shipid", "ship", "id"]),
        ("HTTPServer2", ["httpserver2", "http", "server", "2"]),
        ("snake_case", ["snake_case", "snake", "case"]),
        ("__init__", ["init"]),
        ("Überblick naïve", ["uberblick", "naive"]),
        ("--port", ["port", "--port"]),
        ("site.json", ["site", "json", "site.json"]),
        ("error 404", ["error", "404"]),
        ("検索する", ["検索", "索す", "する"]),
        ("API検索", ["api", "検索"]),
        ("x" * 60, []),
        ("", []),
    ],
)
def test_words(text, expected):
    assert terms(text) == expected


def test_folding_keeps_the_number_of_letters():
    for text in ("Überblick", "한국어", "がぎぐ", "Ελληνικά", "naïve"):
        assert len(fold(text)) == len(text)


def test_a_word_is_worth_most_in_a_title():
    location = LocationEntry(anchor="a", title="Keep the boat", text="A boat, a boat, a boat.")
    entry = ListedPage(docname="p", title="Boat", locations=(LocationEntry(text="boat"), location))
    [rated] = [locations for word, locations in page_terms(entry, PLAIN).items() if word == "boat"]
    assert rated == "ZQ1"


def test_a_part_of_a_name_is_worth_less_than_a_word():
    page = ListedPage(
        docname="a",
        title="Use the apiKey",
        locations=(LocationEntry(keywords="oneOf sphinx-tabs", text="A tab."),),
    )
    found = page_terms(page, PLAIN)

    assert found["apikey"] == found["use"] == "X"
    assert found["key"] == "L"
    assert found["oneof"] == found["sphinx-tabs"] == "N"
    assert found["tabs"] == found["one"] == "C"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The content-security policies of a site", "CSP"),
        ("A policy, and content", ""),
        ("用户可以登录网站", "sign in"),
        ("A button that logs in", "sign in"),
    ],
)
def test_synonyms_of_a_text(text, expected):
    synonyms = [("CSP", "Content Security Policy"), ("sign in", "登录"), ("sign in", "log in")]
    vocabulary = Vocabulary(SearchEnglish({}).stem, synonyms=synonyms)

    assert vocabulary.find_synonyms(text) == expected


def test_a_synonym_is_rated_like_what_it_stands_for():
    vocabulary = Vocabulary(synonyms=[("CSP", "content policy")])
    page = ListedPage(
        docname="a",
        title="The content policy",
        locations=(LocationEntry(), LocationEntry(anchor="b", text="A content policy.")),
    )

    assert page_terms(page, vocabulary)["csp"] == "WB1"


def test_numbers_and_pages_are_written_short():
    assert [base36(number) for number in (0, 35, 36, 1295)] == ["0", "z", "10", "zz"]
    pages = {
        f"{number:02}": IndexedPage(
            kind="page",
            tab="",
            version="",
            file="x",
            terms="sail|" if found else "",
            locations=found,
        )
        for number, found in enumerate(["Z", *[""] * 35, "A2"])
    }
    assert index_terms(pages) == {"sail": "1Z 10A2"}


def test_words_are_distributed_by_their_first_letters():
    sizes = {f"{letter}{number:04}": 100 for letter in "abc" for number in range(400)}
    shards = distribute_terms(sizes)

    assert [word for shard in shards for word in shard.terms] == sorted(sizes, key=sort_key)
    assert all(sum(sizes[word] for word in shard.terms) <= MAX_SHARD_SIZE for shard in shards)
    assert all(shard.start <= shard.terms[0] for shard in shards)
    assert [shard.start for shard in shards] == sorted(shard.start for shard in shards)


def test_a_new_word_changes_few_files():
    sizes = {f"{letter}{number:04}": 100 for letter in "abcdefgh" for number in range(400)}
    before = {shard.terms for shard in distribute_terms(sizes)}
    after = {shard.terms for shard in distribute_terms({**sizes, "d0000x": 100})}

    assert len(after - before) <= 2


def test_one_word_on_all_pages_has_a_file_of_its_own():
    shards = distribute_terms({"a": 10, "b": 5 * MAX_SHARD_SIZE, "c": 10})
    assert [shard.terms for shard in shards] == [("a",), ("b",), ("c",)]


def test_long_pages_have_further_files():
    locations = tuple(LocationEntry(anchor=f"a{n}", text="word " * 1000) for n in range(20))
    indexed, files = index_page(ListedPage(docname="p", title="P", locations=locations), PLAIN)

    assert len(indexed.extra_files) > 2
    assert {indexed.file, *indexed.extra_files} == set(files)
    assert all(len(text) < MAX_PAGE_SIZE + 6_000 for text in files.values())
    root = called_with(files[indexed.file])
    assert sum(len(called_with(files[name])["s"]) for _, name in root["x"]) + len(root["s"]) == 20


def test_the_same_pages_make_the_same_files_in_any_order():
    pages = {
        name: index_page(ListedPage(docname=name, title=f"Page {name}"), PLAIN)[0] for name in "abc"
    }
    turned = dict(reversed(pages.items()))

    assert index_files(pages, ()) == index_files(turned, ())


def test_a_change_of_a_page_changes_its_text_and_the_root():
    def files(title):
        entries = [ListedPage(docname=f"p{n}", title=f"Page{n} w{n:05}") for n in range(3000)]
        entries[7] = ListedPage(docname="p7", title=title)
        pages = {entry.docname: index_page(entry, PLAIN)[0] for entry in entries}
        return index_files(pages, ())

    before, after = files("Page7 w00007"), files("Page7 zebra")
    assert len(before) > 8
    assert len({name for name, text in after.items() if before.get(name) != text}) <= 5


def test_each_term_says_how_to_stem_it():
    vocabulary = Vocabulary(lambda term: term.removesuffix("s"))
    pages = {
        name: index_page(ListedPage(docname=name, title=title), vocabulary)[0]
        for name, title in (("a", "Ships"), ("b", "Ships sail"))
    }

    assert index_terms(pages)["ships"] == "1|1Z 1Y"
    assert index_terms(pages)["sail"] == "2Y"


@pytest.mark.parametrize("text", ["</script>", "\u2028", "\ud800", '"\\', "__proto__ constructor"])
def test_any_text_can_be_written(text):
    entry = ListedPage(docname="p", title=text, locations=(LocationEntry(text=text),))
    indexed, files = index_page(entry, PLAIN)
    everything = {**files, **index_files({"p": indexed}, ())}

    for written_text in everything.values():
        json.dumps(called_with(written_text))
        assert "\u2028" not in written_text
        written_text.encode()


def test_an_empty_site_has_an_index():
    assert called_with(index_files({}, ())[ROOT])["files"] == ""
    assert IndexedPage(kind="page", tab="", version="", file="x").extra_files == ()
