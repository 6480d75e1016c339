"""Long names break where their words end."""

from __future__ import annotations

import pytest

from sphinx_sitejson.appearance.word_breaks import in_contents, in_title


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("RepositoryRuleset", "Repository<wbr>Ruleset"),
        ("list_harbor_pilots_v2", "list_<wbr>harbor_<wbr>pilots_<wbr>v2"),
        ("com.example.harbor.Ship", "com.<wbr>example.<wbr>harbor.<wbr>Ship"),
        ("HTTPValidationError2Detail", "HTTPValidation<wbr>Error2<wbr>Detail"),
        ("List ShipsOfHarborDistricts", "List Ships<wbr>Of<wbr>Harbor<wbr>Districts"),
        ("ShipOfLine", "ShipOfLine"),
        ("Moor a ship at the quay", "Moor a ship at the quay"),
        ("A &lt;b&gt; B", "A &lt;b&gt; B"),
    ],
)
def test_a_long_word_of_a_title_breaks_where_its_words_end(title, shown):
    rest = '<a class="headerlink" href="#a">¶</a></h1><h1>RepositoryRuleset</h1>'

    assert in_title(f'<h1 id="a">{title}{rest}') == f'<h1 id="a">{shown}{rest}'


def test_names_of_code_in_the_contents_break():
    row = '<code><span class="pre">{}</span></code> RepositoryRuleset'

    shown = in_contents(row.format("harbor.ships.ShipOfLine"))

    assert shown == row.format("harbor.<wbr>ships.<wbr>Ship<wbr>Of<wbr>Line")
