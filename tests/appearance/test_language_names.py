"""What languages of code are called."""

import pytest

from sphinx_sitejson.appearance.lexers import language_name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("python", "Python"),
        ("py", "Python"),
        ("js", "JavaScript"),
        ("ts", "TypeScript"),
        ("JSON", "JSON"),
        ("console", "Shell"),
        ("curl", "cURL"),
        (".env", ".env"),
        ("c++", "C++"),
        ("mdx", "MDX"),
        ("rst", "reStructuredText"),
        ("odd", "ODD"),
        ("unheard-of", "Unheard-of"),
        ("a-name-that-is-far-too-long", "A-name-that-is-far"),
        ("", ""),
        ("text", ""),
        ("none", ""),
        ("default", ""),
        ("txt", ""),
        ("output", ""),
    ],
)
def test_a_language_has_one_short_name(written, name):
    assert language_name(written) == name
