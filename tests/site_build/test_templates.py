"""Templates are compiled once in a process, and kept in a folder for the next one."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment

from sphinx_sitejson.site_build.templates import CompiledTemplates


@pytest.fixture
def compiled(monkeypatch):
    """Return the texts that are compiled from now on."""
    texts = []
    compile_ = Environment.compile

    def noting(self, source, *arguments, **options):
        texts.append(source)
        return compile_(self, source, *arguments, **options)

    monkeypatch.setattr(Environment, "compile", noting)
    return texts


def environment(text, folder="", **settings):
    loader = DictLoader({"page.html": text})
    return Environment(
        loader=loader, bytecode_cache=CompiledTemplates(str(folder)), autoescape=True, **settings
    )


def rendered(made):
    return made.get_template("page.html").render(x="<b>")


def test_a_template_is_compiled_once(compiled):
    text = "once: {{ x }}"

    assert [rendered(environment(text)) for _ in range(3)] == ["once: &lt;b&gt;"] * 3
    assert compiled == [text]


def test_another_text_is_compiled_anew(compiled):
    assert rendered(environment("first: {{ x }}")) == "first: &lt;b&gt;"
    assert rendered(environment("second: {{ x }}")) == "second: &lt;b&gt;"
    assert compiled == ["first: {{ x }}", "second: {{ x }}"]


def test_other_settings_of_jinja_compile_it_anew():
    text = "settings:\n  {% if x %}\n{{ x }}{% endif %}"
    escaping, plain = environment(text), environment(text)
    plain.autoescape = False
    trimming = environment(text, trim_blocks=True, lstrip_blocks=True)

    assert rendered(escaping) == "settings:\n  \n&lt;b&gt;"
    assert rendered(plain) == "settings:\n  \n<b>"
    assert rendered(trimming) == "settings:\n&lt;b&gt;"


def test_the_next_process_finds_it_in_its_folder(compiled, tmp_path, monkeypatch):
    text = "kept: {{ x }}"
    rendered(environment(text, tmp_path))
    monkeypatch.setattr("sphinx_sitejson.site_build.templates._compiled", dict)

    assert rendered(environment(text, tmp_path)) == "kept: &lt;b&gt;"
    assert compiled == [text]
