"""Indexes of pages for language models."""

from sphinx_sitejson.publishing.llms import (
    MAX_INDEX_BYTES,
    LlmsPage,
    LlmsSection,
    LlmsSite,
    page_with_source,
    render_llms_indexes,
)


def test_the_list_of_pages():
    sections = [
        LlmsSection(title="Start",
                    pages=(LlmsPage(title="A [b]", url="https://x.y/a.md",
                                    description="Two\nlines."),
                           LlmsPage(title="C", url="./c.md"))),
    ]  # fmt: skip

    assert render_llms_indexes(LlmsSite("Site", "What it is."), sections, str) == {
        "llms.txt": "# Site\n\n> What it is.\n\n## Start\n\n"
        "- [A \\[b\\]](https://x.y/a.md): Two lines.\n- [C](./c.md)\n"
    }


def page_list(count):
    return tuple(LlmsPage(title=f"P{number}", url=f"./p{number}.md") for number in range(count))


def test_each_tab_has_an_index():
    sections = [
        LlmsSection(title="Guides: A", tab="Guides", pages=page_list(2)),
        LlmsSection(title="Guides: B", tab="Guides", pages=page_list(1)),
        LlmsSection(title="アピ: C", tab="アピ", pages=page_list(1)),
        LlmsSection(title="More", pages=page_list(1)),
    ]
    texts = render_llms_indexes(LlmsSite("X", "", "Be kind."), sections, "./{}".format)

    assert [*texts] == ["llms.txt", "llms/guides.txt", "llms/section.txt"]
    assert texts["llms.txt"].count(".md)") == 5
    assert texts["llms.txt"].endswith(
        "## Optional\n\n- [Guides](./llms/guides.txt): 3 pages\n"
        "- [アピ](./llms/section.txt): 1 page\n"
    )
    assert texts["llms/guides.txt"] == (
        "# X: Guides\n\nBe kind.\n\n## Guides: A\n\n- [P0](./p0.md)\n- [P1](./p1.md)\n\n"
        "## Guides: B\n\n- [P0](./p0.md)\n"
    )


def test_no_index_of_a_large_site_is_too_long():
    sections = [
        LlmsSection(title="Small", pages=page_list(10)),
        LlmsSection(title="Large", pages=page_list(15_000)),
    ]
    texts = render_llms_indexes(LlmsSite("X"), sections, str)

    assert [*texts][:3] == ["llms.txt", "llms/small.txt", "llms/large.txt"]
    assert len(texts) > 4
    assert max(map(len, texts.values())) <= MAX_INDEX_BYTES
    assert "- [Large (2)](llms/large-2.txt): " in texts["llms.txt"]
    listed = [line for name, text in texts.items() if "/" in name for line in text.splitlines()]
    expected = [
        f"- [P{number}](./p{number}.md)" for count in (10, 15_000) for number in range(count)
    ]
    assert [line for line in listed if line.startswith("- ")] == expected


def test_a_page_among_all_pages_says_where_it_is_from():
    assert page_with_source("# Title\n\nText.\n", "https://x.y/") == (
        "# Title\nSource: <https://x.y/>\n\nText."
    )
