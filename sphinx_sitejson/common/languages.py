"""Names of languages, and their codes for browsers and catalogs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from babel import Locale, UnknownLocaleError

from .problems import nearest_name, suggest_name

# Codes of countries that settings files use for languages.
_CANONICAL_TAGS = {
    "cn": "zh-CN",
    "jp": "ja",
    "ja-jp": "ja",
    "kr": "ko",
    "gr": "el",
    "ua": "uk",
    "cz": "cs",
}

# CLDR has other names for these, such as "中文 (简体, 中国)".
_NAMES = {
    "zh": "中文",
    "zh-cn": "简体中文",
    "zh-hans": "简体中文",
    "zh-tw": "繁體中文",
    "zh-hant": "繁體中文",
}

_RIGHT_TO_LEFT = ("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi")


def is_right_to_left(code: str) -> bool:
    """Return whether a language is written from right to left: ``he``, ``ar-EG``."""
    return language_tag(code).lower().partition("-")[0] in _RIGHT_TO_LEFT


def language_tag(code: str) -> str:
    """Return the BCP 47 tag of a code: ``pt_BR`` becomes ``pt-BR``, ``jp`` becomes ``ja``."""
    code = code.strip().replace("_", "-")
    return _CANONICAL_TAGS.get(code.lower(), code)


@cache
def language_name(code: str) -> str:
    """Return the name of a language in itself: ``fr`` becomes ``Français``."""
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
    """Return the folder name of a catalog: ``pt-BR`` becomes ``pt_BR``, ``zh`` ``zh_CN``."""
    tag = language_tag(code)
    chinese = {"zh": "zh_CN", "zh-hans": "zh_CN", "zh-hant": "zh_TW"}
    return chinese.get(tag.lower()) or tag.replace("-", "_")


@cache
def is_known_language(code: str) -> bool:
    """Return whether a code begins with that of a language: ``pt_BR``, ``sr@latin``, ``jp``."""
    language = re.split(r"[-_@.]", language_tag(code))[0].lower()
    return language in _language_names()


def suggest_language(name: str) -> str:
    """Return a sentence that suggests a code, for a name such as ``german``, or nothing."""
    by_name = {label.lower(): code for code, label in _language_names().items()}
    if (code := by_name.get(name.lower())) is None:
        nearest = nearest_name(name, by_name, likeness=0.75)
        code = by_name[nearest] if nearest else None
    return suggest_name(code) if code else ""


@cache
def _language_names() -> Mapping[str, str]:
    """Return the English names of all languages by their codes."""
    return dict(Locale("en").languages)
