"""Languages of a site: their names, and how browsers and catalogs call them."""

from __future__ import annotations

from functools import cache

from babel import Locale, UnknownLocaleError

# Codes that settings files use, and that are no codes of languages.
_CANONICAL_TAGS = {
    "cn": "zh-CN",
    "jp": "ja",
    "ja-jp": "ja",
    "kr": "ko",
    "gr": "el",
    "ua": "uk",
    "cz": "cs",
}

# Names that say less than these in the tables of languages, or more.
_NAMES = {
    "zh": "中文",
    "zh-cn": "简体中文",
    "zh-hans": "简体中文",
    "zh-tw": "繁體中文",
    "zh-hant": "繁體中文",
}


def language_tag(code: str) -> str:
    """Return a code as ``lang`` and ``hreflang`` have it: ``pt-BR``."""
    code = code.strip().replace("_", "-")
    return _CANONICAL_TAGS.get(code.lower(), code)


@cache
def language_name(code: str) -> str:
    """Return what a language calls itself: ``Français`` for ``fr``."""
    if known := _NAMES.get(language_tag(code).lower()):
        return known
    try:
        locale = Locale.parse(language_tag(code), sep="-")
        name = locale.get_display_name(locale) or ""
    except (UnknownLocaleError, ValueError):
        name = ""
    return name[:1].upper() + name[1:] or code


@cache
def catalog_name(code: str) -> str:
    """Return a code as the folders of catalogs have it: ``pt_BR``, ``zh_CN``."""
    tag = language_tag(code)
    if tag.lower() in ("zh", "zh-hans"):
        return "zh_CN"
    if tag.lower() == "zh-hant":
        return "zh_TW"
    return tag.replace("-", "_")
