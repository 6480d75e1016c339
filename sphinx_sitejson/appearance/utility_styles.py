"""The style sheet of the classes of Tailwind CSS that a site uses, with rules by UnoCSS.

The rules apply to elements whose author wrote such a class (``MARK``), are in a layer of the theme
that its other styles lose to, and follow its dark mode.

Names become selectors and values of a style sheet, so brackets may contain nothing that ends a rule
or selects elements of others: ``[&,*]:hidden``, ``w-[1px;}*{]``.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.minification import minify_css
from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.common.scripts import ScriptFailedError, Scripts, can_run_scripts
from sphinx_sitejson.mdx.html_attributes import is_script_style
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.output_files import cache_file, read_cache, write_cache
from sphinx_sitejson.site_build.reports import report_at
from sphinx_sitejson.version import __version__

from .palette import DEFAULT_PRIMARY, page_colors

DATA = Path(__file__).with_name("utilities")
MARK = "sj-utility"
"""The class of elements whose author uses these classes; other elements get none of the styles."""
NO_PROSE = "not-prose"
"""A class without own rules: the text in its element has no styles of text."""
THEME_COLORS = ("primary", "primary-light", "primary-dark", "background-light", "background-dark")
"""Names of colors that the service adds, for ``colors`` of the settings."""
MAX_LENGTH = 100

_BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_PART = re.compile(rf"(?:[^\[\]:]|{_BRACKETS})+")
# "dark", "group-hover/item", "data-[open]" and "[&>p]".
_VARIANT = re.compile(
    rf"(?P<name>[a-z0-9*-]*[a-z0-9*])?(?:-(?=\[))?(?P<value>{_BRACKETS})?(?P<label>/[\w-]+)?"
)
_UTILITY = re.compile(
    r"(?P<name>[a-z0-9%.-]+?)(?P<value>-\[.+\])?(?P<modifier>/(?:[\w.]+|\[[^\[\]]+\]))?"
)
_PROPERTY = re.compile(r"\[(?:--)?[a-z][a-z-]*:.+\]")
_STRING = re.compile(r"'[^']*'|\"[^\"]*\"")
_WIDTH = re.compile(r"\[[\d.]+[a-z]+\]")
_REFUSED = re.compile(r"[{};\\<@]|/\*")
_LABELED = ("group", "peer")


_Place = tuple[int, str]
"""The place of a name in the order of the rules, and its flags."""


@dataclass(frozen=True)
class _Names:
    variants: Mapping[str, int]
    """The places of variants in the order of their rules."""
    utilities: Mapping[str, _Place]
    """The places and flags of the names, without variants."""
    roots: Mapping[str, _Place]
    """The same of what precedes a value in brackets."""


@cache
def _names() -> _Names:
    data = json.loads((DATA / "tailwind.json").read_text(encoding="utf-8"))
    utilities: dict[str, _Place] = {}
    roots: dict[str, _Place] = {}
    for place, row in enumerate(data["names"]):
        if isinstance(row, str):
            utilities.setdefault(row, (place, ""))
            continue
        root, number, flags = row
        roots.setdefault(root, (place, flags))
        values = data["values"][number]
        for value in (*values, *(THEME_COLORS if "slate-50" in values else ())):
            name = root if value == "DEFAULT" else f"{root}-{value}"
            utilities.setdefault(name, (place, flags))
    return _Names({name: place for place, name in enumerate(data["variants"])}, utilities, roots)


@lru_cache(maxsize=10_000)
def sort_key(name: str) -> tuple[int, int, str] | None:
    """Return the place of the rules of a class in the style sheet; nothing for other names.

    Rules with variants follow those without, as ``md:flex`` replaces ``hidden``.

    :raises ValueError: for a name that is refused; the message says why.
    """
    if not name or name in (*_LABELED, NO_PROSE):
        return None
    *variants, utility = _PART.findall(name) or [""]
    if ":".join((*variants, utility)) != name:
        return None
    place = _utility_place(utility.removeprefix("!"))
    places = [_variant_place(variant) for variant in variants]
    if place is None or None in places:
        return None
    if len(name) > MAX_LENGTH:
        raise ValueError(f"it has more than {MAX_LENGTH} characters")
    for part in re.findall(_BRACKETS, name):
        _check_value(part)
    for variant in variants:
        _check_variant(variant)
    return sum(1 << each for each in set(filter(None, places)) | {0}), place, name


def _utility_place(utility: str) -> int | None:
    if _PROPERTY.fullmatch(utility):
        return len(_names().utilities)
    name = utility.removeprefix("-")
    place, flags = _names().utilities.get(name, (None, ""))
    # Not before: the slash of "w-1/2" is no modifier.
    match = _UTILITY.fullmatch(name) if place is None else None
    if match is not None:
        known = _names().roots if match["value"] else _names().utilities
        place, flags = known.get(match["name"], (None, ""))
        if match["modifier"] and not {"c", "m"} & {*flags}:
            return None
    return None if name != utility and "-" not in flags else place


def _variant_place(variant: str) -> int | None:
    """Return the place of a variant, from 1; those in brackets only are the last."""
    match = _VARIANT.fullmatch(variant)
    if match is None:
        return None
    if not match["name"]:
        return len(_names().variants) + 1 if "&" in variant else None
    if match["label"] and not match["name"].startswith(_LABELED):
        return None
    place = _names().variants.get(match["name"])
    return None if place is None else place + 1


def _check_value(text: str) -> None:
    """Refuse a value that does not end, ends its rule, or runs code."""
    plain = _STRING.sub("", text)
    if found := _REFUSED.search(text):
        raise ValueError(f'its brackets contain "{found[0]}"')
    depth = 0
    for character in plain:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
    if depth or set(plain) & {"'", '"'}:
        raise ValueError("a parenthesis or a quotation mark in its brackets has no partner")
    if is_script_style(text.replace("_", " ")):
        raise ValueError("its value would run code")


def _check_variant(variant: str) -> None:
    """Refuse a variant whose selector would match other elements."""
    match = _VARIANT.fullmatch(variant)
    value = match["value"] if match else None
    if match is None or not value:
        return
    if match["name"] in ("min", "max"):
        is_allowed = _WIDTH.fullmatch(value) is not None
    elif match["name"] == "supports":
        is_allowed = True
    else:
        starts_right = bool(match["name"]) or value.startswith("[&")
        is_allowed = starts_right and not set(value) & set(",~+")
    if not is_allowed:
        raise ValueError(f'"{value}" would match other elements')


CONFIG = "sitejson_utility_classes"
"""The value of ``conf.py`` that turns the styles off."""
STYLE_FILE = "sitejson-utilities.css"
MAX_NAMES = 2_000
"""The maximum number of names of a site; others have no styles."""

Rule = tuple[str, str, str]
"""Selector, declarations, and the at-rule around them; keyframes have no selector."""

_DARK = ".dark "
_DARK_ROOTS = {
    "": ':where(:root)[data-mode="dark"] ',
    "@media (prefers-color-scheme:dark)": ':where(:root):not([data-mode="light"]) ',
}
_VARIABLE = re.compile(r"var\((--un-[\w-]+)")
_CONTENT = re.compile(r"(?:^|(?<=;))content:([^;]+);")
# What the engine lacks and UnoCSS asks for when it is loaded.
_PRELUDE = """
const unused = class {};
Object.assign(globalThis, { TextEncoder: unused, TextDecoder: unused });
globalThis.performance ??= { now: () => 0 };
globalThis.console ??= { log() {}, warn() {}, error() {} };
"""


def utility_classes(
    env: BuildEnvironment, classes: Sequence[str], problems: list[str]
) -> Sequence[str]:
    """Return the classes of an element, with the mark if some are of Tailwind CSS; record these.

    :param problems: gets a sentence for each name that is refused.
    """
    if not getattr(env.config, CONFIG):
        return classes
    used = {name for name in classes if _is_utility(name, problems)}
    if not used:
        return classes
    site_domain(env).utilities.setdefault(env.docname, set()).update(used)
    return [*classes, MARK]


def _is_utility(name: str, problems: list[str]) -> bool:
    try:
        return name == NO_PROSE or sort_key(name) is not None
    except ValueError as error:
        shown = name if len(name) <= MAX_LENGTH else f"{name[:MAX_LENGTH]}…"
        problems.append(f"the class {quoted(shown)} has no styles, since {error}.")
        return False


@BuildState
def utility_styles(env: BuildEnvironment) -> str:
    """Return the style sheet, known when all pages are read; empty if none has such classes."""
    pages = site_domain(env).utilities
    names = sorted({name for used in pages.values() for name in used} - {NO_PROSE})
    if not pages:
        return ""
    if len(names) > MAX_NAMES:
        message = (
            f"the pages have {len(names)} classes of Tailwind CSS; those after the first "
            f"{MAX_NAMES} have no styles."
        )
        report_at(ProblemCode.STYLE_SHEET, message, Location(str(env.srcdir)))
    rules, defaults = _read_rules(env, names[:MAX_NAMES])
    text = minify_css((DATA / "base.css").read_text(encoding="utf-8"))
    return text + write_styles({name: rules.get(name, []) for name in names}, defaults)


def _theme_colors(env: BuildEnvironment) -> dict[str, Any]:
    """Return the colors that the service adds, from the settings."""
    settings = site_of(env).settings
    colors = settings.colors
    primary = colors.primary if colors else DEFAULT_PRIMARY
    light, dark = page_colors(settings.theme, colors)
    return {
        "primary": {
            "DEFAULT": primary,
            "light": (colors and colors.light) or primary,
            "dark": (colors and colors.dark) or primary,
        },
        "background": {"light": light, "dark": dark},
    }


def _read_rules(
    env: BuildEnvironment, names: list[str]
) -> tuple[dict[str, list[Rule]], dict[str, str]]:
    """Return the rules of names and the values of variables, from the cache if it has all."""
    file = cache_file(env, f"utility-rules-{__version__}.json")
    colors = _theme_colors(env)
    cached = read_cache(file, dict)
    if cached.get("colors") != colors:
        cached = {"colors": colors, "rules": {}, "defaults": {}}
    missing = [name for name in names if name not in cached["rules"]]
    if missing:
        try:
            found = _generate(colors, missing)
        except ScriptFailedError as error:
            message = f"the classes of Tailwind CSS have no styles: {error}"
            report_at(ProblemCode.JAVASCRIPT_ENGINE, message, Location(str(env.srcdir)))
            return {}, {}
        cached["rules"].update(found["rules"])
        cached["defaults"] = found["defaults"]
        write_cache(file, cached)
    return cached["rules"], cached["defaults"]


def _generate(colors: Mapping[str, Any], names: list[str]) -> Any:
    prelude = _PRELUDE
    if can_run_scripts():
        prelude += gzip.decompress((DATA / "unocss.js.gz").read_bytes()).decode()
    scripts = Scripts([DATA / "rules.js"], prelude)
    return scripts.call_loading("utilityRules", str, colors, f":where(.{MARK})", names)


def write_styles(rules: Mapping[str, Iterable[Rule]], defaults: Mapping[str, str]) -> str:
    """Return the style sheet of rules by name, in the order of Tailwind CSS."""
    ordered: list[Rule] = []
    frames: dict[str, None] = {}
    for name in sorted(rules, key=lambda name: sort_key(name) or (0, 0, name)):
        for selector, body, parent in rules[name]:
            if not selector and body.startswith("@keyframes "):
                frames[body] = None
            elif selector and not {"{", "}"} & {*selector, *body}:
                ordered += _in_modes((selector, _correct(selector, body), parent))
    used = {name for _selector, body, _parent in ordered for name in _VARIABLE.findall(body)}
    values = {**defaults, "--un-content": '""', "--un-ring-color": "rgb(59 130 246 / 0.5)"}
    variables = "".join(f"{name}:{values[name]};" for name in sorted(used & values.keys()))
    mark = f":where(.{MARK})"
    parts = [f"{mark},{mark}::before,{mark}::after{{{variables}}}"] if variables else []
    for parent, group in groupby(ordered, key=lambda rule: rule[2]):
        text = "".join(f"{selector}{{{body.rstrip(';')}}}" for selector, body, _parent in group)
        parts.append(_wrap(parent, text))
    return f"{''.join(frames)}@layer sitejson.utilities{{{''.join(parts)}}}\n"


def _correct(selector: str, body: str) -> str:
    """Return the declarations as Tailwind CSS has them where UnoCSS differs."""
    body = body.replace(" in oklch", "")
    body = _CONTENT.sub(r"--un-content:\1;content:var(--un-content);", body)
    if selector.endswith(("::before", "::after")) and "content:" not in body:
        body = f"content:var(--un-content);{body}"
    return body


def _in_modes(rule: Rule) -> Iterator[Rule]:
    """Yield a rule, or its forms for the dark mode that the reader or the system chose."""
    selector, body, parent = rule
    if _DARK not in selector:
        yield rule
        return
    selector = selector.replace(_DARK, "")
    for media, root in _DARK_ROOTS.items():
        yield f"{root}{selector}", body, " $$ ".join(filter(None, (parent, media)))


def _wrap(parent: str, text: str) -> str:
    for each in reversed(parent.split(" $$ ") if parent else []):
        text = f"{each}{{{text}}}"
    return text
