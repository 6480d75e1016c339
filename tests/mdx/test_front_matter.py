"""Front matter is read as it is written, and a broken one is a problem with a place."""

import pytest

from sphinx_sitejson.settings.front_matter.reading import read_front_matter


def read(text):
    return read_front_matter(text, file="p.mdx")


@pytest.mark.parametrize(
    ("text", "values", "line_count"),
    [
        ("---\ntitle: Hello\nhidden: true\nempty:\n---\n\nBody\n",
         {"title": "Hello", "hidden": True, "empty": None}, 5),
        ("---\n404: x\ntrue: y\n---\n", {"404": "x", "true": "y"}, 4),
        ("---\n---\nBody", {}, 2),
        ("", {}, 0), ("Body", {}, 0), ("--- \nno end", {}, 0), ("- - -", {}, 0),
        ("text\n---\na: b\n---\n", {}, 0),
    ],
)  # fmt: skip
def test_values_and_the_lines_they_take(text, values, line_count):
    found = read(text)

    assert (found.values, found.line_count, found.problems) == (values, line_count, ())


@pytest.mark.parametrize(
    "written", ["1.10", "2024-01-31", "12:30", "no", "010", "0x1F", "1e3", "~x"]
)
def test_text_stays_text(written):
    assert read(f"---\nversion: {written}\n---\n").values["version"] == written


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("end", ["---", ""])
def test_other_separators_of_lines_are_spaces(char, end):
    found = read(f"---\ntitle: One{char}two\nmode: wide\n{end}\nBody\n")

    assert found.values == {"title": "One two", "mode": "wide"}
    assert [found.locate(key, file="p").line for key in ("title", "mode")] == [2, 3]
    assert found.line_count == (4 if end else 3)


@pytest.mark.parametrize(
    "text", ["\ufeff---\na: b\n---\n", "\n\n---\na: b\n---", "---\na: b\n---  \nx"]
)
def test_what_may_surround_it(text):
    assert read(text).values == {"a": "b"}


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("title: [unclosed\nkey: : :", 3),
        ("title: a\n\tb: c", 3),
        ("- a\n- b", 2),
        ("just words", 2),
        ("a: !!python/object/apply:os.system ['true']", 2),
        ("a: *nowhere", 2),
    ],
)
def test_a_broken_one_is_a_problem_with_its_line(yaml, line):
    found = read(f"---\n{yaml}\n---\n\nBody\n")

    (problem,) = found.problems
    assert problem.code == "front_matter"
    assert problem.location.position == f"p.mdx:{line}"
    assert problem.message.endswith("The page is built without it.")
    assert found.values == {}


ALIASES = "\n".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12))


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        (f"a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n{ALIASES}", "too many values"),
        ("a: &a [*a]", '"a" refers to a value that is not complete'),
        *(
            (f"a:\n  {opening * 50_000}1{closing * 50_000}", "nested too deeply")
            for opening, closing in (("[", "]"), ("{a: ", "}"), ("- ", ""), ("{a: [", "]}"))
        ),
        (f"a:\n  {'[' * 50_000}", "a list is not closed"),
        (f"a:\n  {'? ' * 50_000}", "cannot be a key"),
    ],
    ids=["aliases", "itself", "lists", "objects", "items", "both", "open lists", "keys"],
)
def test_an_endless_value_ends(yaml, words):
    (problem,) = read(f"---\n{yaml}\n---\n").problems
    assert words in problem.message


@pytest.mark.parametrize(
    ("yaml", "line", "words"),
    [
        ("\ttitle: A\nicon: b", 2, 'indented with a tab; use spaces. "title" was ignored'),
        ("# c\n\n\ttitle: A\nicon: b", 4, 'indented with a tab; use spaces. "title" was ignored'),
        ("icon: b\n\ttitle: A\nicon: b", 3, "indented with a tab; use spaces"),
        ("  title: A\nicon: b", 3, "start all top-level keys in the same column"),
        ("title:A\nicon: b", 2, 'such as "title: Start". "title" was ignored'),
        ("title A\nicon: b", 2, '"title A" was ignored'),
        ("- title: A\nicon: b", 2, '"- title" was ignored'),
        ('"title: A\nicon: b', 3, '"title" was ignored'),
        ("icon: b\n...\ntitle: A", 4, "Its keys are read one by one"),
    ],
)
def test_no_line_that_cannot_be_read_is_lost_silently(yaml, line, words):
    found = read(f"---\n{yaml}\n---\n\nText\n")

    (problem,) = found.problems
    assert problem.location.position == f"p.mdx:{line}"
    assert words in problem.message
    assert found.values["icon"] == "b"
