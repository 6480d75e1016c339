"""Languages are called by their own names, however a file writes their codes."""

import pytest

from sphinx_sitejson.common.languages import catalog_name, language_name, language_tag


@pytest.mark.parametrize(
    ("code", "tag", "name", "catalog"),
    [
        ("fr", "fr", "Français", "fr"),
        ("pt_BR", "pt-BR", "Português (Brasil)", "pt_BR"),
        ("jp", "ja", "日本語", "ja"),
        ("cn", "zh-CN", "简体中文", "zh_CN"),
        ("zh-Hant", "zh-Hant", "繁體中文", "zh_TW"),
        ("klingon", "klingon", "klingon", "klingon"),
    ],
)
def test_a_language_has_a_tag_a_name_and_a_catalog(code, tag, name, catalog):
    assert (language_tag(code), language_name(code), catalog_name(code)) == (tag, name, catalog)
