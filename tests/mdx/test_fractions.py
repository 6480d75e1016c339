"""Fractions that are written with the command between their parts."""

from __future__ import annotations

import pytest

from sphinx_sitejson.mdx.fractions import with_fractions


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (r"a \over b", r"\frac{a }{ b}"),
        (r"x {a \over b} y", r"x {\frac{a }{ b}} y"),
        (r"\sqrt{a\over{b}}", r"\sqrt{\frac{a}{{b}}}"),
        (r"{{a \over b} \over c}", r"{\frac{{\frac{a }{ b}} }{ c}}"),
        (r"\left( a \over b \right)^2", r"\left(\frac{ a }{ b }\right)^2"),
        (r"\left\{ a \over b \right.", r"\left\{\frac{ a }{ b }\right."),
        (r"\overline{a} \{ \leftarrow b", r"\overline{a} \{ \leftarrow b"),
        (r"\{a \over b\}", r"\frac{\{a }{ b\}}"),
        ("a} \\over {b\\", "\\frac{a} }{ {b\\}"),
    ],
)
def test_fractions(written: str, expected: str) -> None:
    assert with_fractions(written) == expected
