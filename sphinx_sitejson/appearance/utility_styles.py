"""The style sheet of the classes of Tailwind CSS that a site uses, with rules by UnoCSS.

The rules apply to elements whose author wrote such a class (``MARK``), are in a layer of the theme
that its other styles lose to, and follow its dark mode.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.minification import minify_css
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted
from sphinx_sitejson.common.scripts import ScriptFailedError, Scripts, can_run_scripts
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.output_files import cache_file, read_cache, write_cache
from sphinx_sitejson.site_build.reports import report
from sphinx_sitejson.version import __version__

from .palette import DEFAULT_PRIMARY, page_colors
from .utility_names import DATA, MARK, MAX_LENGTH, NO_PROSE, sort_key

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


def _make_styles(env: BuildEnvironment) -> str:
    pages = site_domain(env).utilities
    names = sorted({name for used in pages.values() for name in used} - {NO_PROSE})
    if not pages:
        return ""
    if len(names) > MAX_NAMES:
        message = (
            f"the pages have {len(names)} classes of Tailwind CSS; those after the first "
            f"{MAX_NAMES} have no styles."
        )
        report([Problem(ProblemCode.STYLE_SHEET, message, Location(str(env.srcdir)))])
    rules, defaults = _read_rules(env, names[:MAX_NAMES])
    text = minify_css((DATA / "base.css").read_text(encoding="utf-8"))
    return text + write_styles({name: rules.get(name, []) for name in names}, defaults)


utility_styles: BuildState[str] = BuildState(_make_styles)
"""The style sheet, known when all pages are read; empty if none has such classes."""


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
    cached = read_cache(file)
    if not isinstance(cached, dict) or cached.get("colors") != colors:
        cached = {"colors": colors, "rules": {}, "defaults": {}}
    missing = [name for name in names if name not in cached["rules"]]
    if missing:
        try:
            found = _generate(colors, missing)
        except ScriptFailedError as error:
            message = f"the classes of Tailwind CSS have no styles: {error}"
            report([Problem(ProblemCode.JAVASCRIPT_ENGINE, message, Location(str(env.srcdir)))])
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
