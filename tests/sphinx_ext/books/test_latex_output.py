"""PDFs by LaTeX: signs and pictures it does not know do not stop it."""

from __future__ import annotations

import re

import pytest

SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"
FILES = {
    "site.json": {"name": "Light", "navigation": []},
    "index.mdx": '# Start\n\nA ⌘ sign.\n\n<img src="/a.svg" alt="A drawing" />\n\n![](b.webp)\n\n'
    "![A photo](c.png)\n\nAmong ![an inner drawing](a.svg) words.\n",
    "a.svg": SVG,
    "b.webp": b"RIFF",
    "c.png": b"\x89PNG\r\n\x1a\n",
}


@pytest.fixture
def tex(build_site):
    def build(conf=""):
        site = build_site(FILES, conf=conf, builder="latex")
        assert site.warnings == ""
        (file,) = site.outdir.glob("*.tex")
        return file.read_text(encoding="utf-8")

    return build


def test_a_picture_that_latex_cannot_read_is_described(tex):
    text = tex()

    assert re.findall(r"includegraphics.*", text) == [r"includegraphics{{c}.png}"]
    for words in ("A drawing", "b.webp", "an inner drawing"):
        assert rf"\sphinxstyleemphasis{{{words}}}" in text


def test_the_usual_engine_names_signs_it_has_no_shape_for(tex):
    preamble = tex('latex_elements = {"preamble": r"\\def\\mine{}"}').partition(
        r"\begin{document}"
    )[0]

    assert r"\def\UTFviii@undefined@err#1{" in preamble
    # What the author writes comes last and wins.
    assert preamble.index("UTFviii") < preamble.index(r"\def\mine{}")


def test_engines_with_more_fonts_are_left_alone(tex):
    assert "UTFviii" not in tex('latex_engine = "xelatex"')
