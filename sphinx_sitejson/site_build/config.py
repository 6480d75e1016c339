"""Map ``site.json`` to the configuration of Sphinx, and check the values of ``conf.py``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args
from weakref import WeakKeyDictionary

from pygments.style import Style
from pygments.styles import get_all_styles
from pygments.util import ClassNotFound
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.highlighting import PygmentsBridge
from sphinx.util import logging

from sphinx_sitejson.common.characters import (
    code_point,
    find_unreadable,
    replace_unreadable_in_value,
)
from sphinx_sitejson.common.colors import is_dark_style
from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.common.json_documents.sources import Source
from sphinx_sitejson.common.languages import is_right_to_left
from sphinx_sitejson.common.problems import did_you_mean, quoted
from sphinx_sitejson.settings.loading import LoadedSettings, load_settings
from sphinx_sitejson.settings.other_themes import (
    CONTEXT_OPTIONS,
    apply_theme_options,
    parse_theme_options,
)
from sphinx_sitejson.settings.project_files import find_project_file, is_remote
from sphinx_sitejson.settings.project_pages import (
    check_listed_build_output,
    excluded_patterns,
    named_documents,
    root_document,
)
from sphinx_sitejson.settings.site import MarkdownSyntax, SiteSettings
from sphinx_sitejson.settings.translatable_texts import translate_settings
from sphinx_sitejson.settings.validation import check_named_divisions

from .build_state import Site, pages_after_change, site_domain, site_of
from .config_values import Scope, project_scope, settings_file_name
from .labels import in_site_language
from .other_extensions import OUR_THEME, has_our_theme, keeps_other_theme
from .private_interfaces import author_value, is_set_by_author
from .reports import report, report_config_value
from .translation import root_catalog

STYLE, DARK_STYLE = "pygments_style", "pygments_dark_style"
"""The dark one is registered by themes, so it may be missing."""


def chosen_styles(config: Config) -> dict[str, tuple[str, type[Style]]]:
    """Return the Pygments styles that the author set, by configuration value."""
    found = {}
    for value in (STYLE, DARK_STYLE):
        name = author_value(config, value)
        if isinstance(name, str) and name not in ("", "none") and _is_style(name):
            found[value] = name, PygmentsBridge("html", name).formatter_args["style"]
    return found


def _apply_style_mode(site: Site, config: Config) -> None:
    """Let code follow the color mode if the author set a light style and no mode."""
    has_mode = "mode" in (site.loaded.source.value.get("codeBlock") or {})
    _name, style = chosen_styles(config).get(STYLE, ("", None))
    if style is not None and not has_mode and not is_dark_style(style):
        code_block = replace(site.settings.code_block, mode="auto")
        site.settings = replace(site.settings, code_block=code_block)


PREFIX = "sitejson_"

LISTS_OF_SPHINX = ("templates_path", "exclude_patterns", "html_static_path", "html_extra_path")
"""Values that Sphinx uses without a look at their type: of a string, each character."""

CHECKED_ELSEWHERE = frozenset({"sitejson_page_links", "sitejson_javascript_limits"})
"""Lists of other types than strings, which are validated where they are used."""

NUMBERS = range(1, 100_001)
"""The allowed range of numbers, which are sizes in megabytes."""

MAX_NUMBER_LENGTH = 20
"""How many digits of a number are repeated in a message."""

_WORDS = {
    str: "a string",
    bool: "True or False",
    int: f"a whole number from {NUMBERS[0]} to {NUMBERS[-1]:,}",
    list: "a list of strings",
    dict: "a dictionary of strings",
}


def normalize_config_values(app: Sphinx, config: Config) -> None:
    """Convert each value of the extension to its type before it is used."""
    for name, option in sorted(config.values.items()):
        if name.startswith(PREFIX):
            configured, types = getattr(config, name), option.valid_types
            assert isinstance(types, frozenset | set)
            value, wrong = normalize_value(
                configured, types, option.default, name not in CHECKED_ELSEWHERE
            )
            if wrong or value is not configured:
                setattr(config, name, value)
            _report_wrong(app, name, wrong)
    if project_scope(app) == "api" or keeps_other_theme(app, config):
        return
    for name in LISTS_OF_SPHINX:
        value, wrong = normalize_value(getattr(config, name), {list, tuple}, [], has_texts=False)
        if wrong:
            setattr(config, name, value)
            _report_wrong(app, name, wrong)
    for name in (STYLE, DARK_STYLE):
        style = author_value(config, name)
        if isinstance(style, str) and not _is_style(style):
            setattr(config, name, None)

            hint = did_you_mean(style, get_all_styles())
            _report_wrong(app, name, [f"is not a style of Pygments: {quoted(style)}.{hint}"])


def _report_wrong(app: Sphinx, name: str, wrong: Iterable[str]) -> None:
    report_config_value(app, name, *[f"{quoted(name)} {message}" for message in wrong])


def _is_style(name: str) -> bool:
    try:
        PygmentsBridge("html", name)
    except (ClassNotFound, ImportError, AttributeError, ValueError):
        return False
    return True


def normalize_value(
    value: Any, types: Collection[type], default: Any, has_texts: bool = True
) -> tuple[Any, list[str]]:
    """Return a value of one of these types, and the errors of the configured one.

    :param has_texts: whether lists may contain only strings.
    """
    if value is default:
        return value, []
    if bool in types and type(value) is int and value in (0, 1):
        return bool(value), []
    if list in types and isinstance(value, set | frozenset):
        # The order of a set differs between processes.
        value = sorted(value, key=repr)
    valid: Any = value
    wrong: list[str] = []
    # True is an int, too.
    is_wrong_number = int in types and (isinstance(value, bool) or value not in NUMBERS)
    if not isinstance(value, tuple(types)) or is_wrong_number:
        kinds = " or ".join(description for kind, description in _WORDS.items() if kind in types)
        is_entry = list in types and isinstance(value, str)
        outcome = f"is read as [{quoted(value)}]" if is_entry else "was ignored"
        wrong = [f"must be {kinds}, not {_type_name(value)}; it {outcome}."]
        valid = [value] if is_entry else default
    elif has_texts and not isinstance(value, str | int):
        valid, wrong = _keep_texts(value)
    if unreadable := next(find_unreadable(valid), None):
        found = f"contains the character {code_point(unreadable[1])}, which is not allowed"
        valid = replace_unreadable_in_value(valid)
        wrong = [*wrong, f"{found}; it was replaced."]
    return valid, wrong


def _keep_texts(value: Any) -> tuple[Any, list[str]]:
    """Return a list or dictionary without values that are not strings."""
    if isinstance(value, dict):
        valid = {key: each for key, each in value.items() if _is_text(key) and _is_text(each)}
        wrong = [each for key, each in value.items() if key not in valid]
    else:
        valid = type(value)(each for each in value if _is_text(each))
        wrong = [each for each in value if not _is_text(each)]
    return (valid if wrong else value), [
        f"may contain only strings, not {kind}; other values were ignored."
        for kind in dict.fromkeys(map(_type_name, wrong))
    ]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _type_name(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int) and abs(value) < 10**MAX_NUMBER_LENGTH:
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if callable(value):
        return "a function"
    return f"a value of the type {quoted(type(value).__name__)}"


WITHOUT_FILE: Mapping[Scope, Mapping[str, Any]] = {
    "theme": {"navigation": []},
    "api": {
        "navigation": [],
        # The API features of pages, without the files of the playground.
        "api": {"playground": {"mode": "simple"}},
        "seo": {"indexHiddenPages": True},
    },
}
MISSING_FILE_MESSAGES: Mapping[Scope, str] = {
    "theme": 'sphinx_sitejson: there is no "%s"; name and navigation come from conf.py and the '
    "toctrees.",
    "api": 'sphinx_sitejson: there is no "%s"; the project gets the API features only.',
}

logger = logging.getLogger(__name__)

MARKDOWN_SYNTAX = ("colon_fence", "deflist", "tasklist")
"""Extensions of MyST for MDX pages, and for others if the author chose none.

Without field lists: a line that begins with ``:rocket:`` would be one.
"""


_sites: WeakKeyDictionary[Sphinx, Site] = WeakKeyDictionary()
"""The sites of applications that have no builder yet."""


def read_settings(app: Sphinx, config: Config) -> None:
    """Load the settings file after the configuration is complete, and map it to the configuration.

    Stop the build if the file is unusable.
    """
    config.sitejson_file = settings_file_name(app)
    scope = project_scope(app)
    loaded = _load_file(app, config) if scope == "site" else _do_without_file(config, scope)
    assert loaded.settings is not None
    site = Site(
        settings=in_site_language(loaded.settings) if scope == "site" else loaded.settings,
        loaded=loaded,
        root=Path(app.srcdir),
        keeps_theme=scope == "api" or keeps_other_theme(app, config),
    )
    if scope != "api":
        _map_settings(app, config, site)
    _sites[app] = site


def _load_file(app: Sphinx, config: Config) -> LoadedSettings:
    path = Path(app.confdir, config.sitejson_file)
    # Sphinx reports pages with absolute paths.
    loaded = load_settings(path, display_name=str(path), root=Path(app.confdir))
    report(loaded.problems)
    if loaded.settings is None:
        # Sphinx would print a traceback for an exception.
        raise SystemExit(f"The build stops: {path.name} cannot be used.")
    report(check_named_divisions(loaded.settings, loaded.locate))
    location = loaded.locate(("navigation",))
    report(check_listed_build_output(Path(app.srcdir), loaded.settings, location))
    return loaded


def _do_without_file(config: Config, scope: Scope) -> LoadedSettings:
    """Use the configuration of the project if there is no settings file."""
    value = {**WITHOUT_FILE[scope], "name": config.project}
    source = Source(file=config.sitejson_file, value=value)
    logger.info(MISSING_FILE_MESSAGES[scope], config.sitejson_file)
    return LoadedSettings(settings=SiteSettings.from_json(value), problems=(), source=source)


def _map_settings(app: Sphinx, config: Config, site: Site) -> None:
    """Set the configuration values of the settings, unless the author has set them.

    With this theme, the images of the settings replace those of ``conf.py``.
    """
    if not is_set_by_author(config, "html_theme") or config.html_theme == OUR_THEME:
        _apply_options(app, config, site)
        _apply_style_mode(site, config)
    keeps_theme = site.keeps_theme
    for name, value in _sphinx_values(app, site).items():
        if not is_set_by_author(config, name) or (name in IMAGES and not keeps_theme):
            setattr(config, name, value)
    # The catalog is that of the root document, which is known now.
    if names := root_catalog(config, app.srcdir):
        site.settings = translate_settings(site.settings, names)
    config.exclude_patterns = [
        *config.exclude_patterns,
        *excluded_patterns(
            site.root,
            Path(app.outdir),
            site.settings,
            use_default_excludes=not (keeps_theme or is_set_by_author(config, "exclude_patterns")),
            only_mdx=keeps_theme,
        ),
    ]


def _apply_options(app: Sphinx, config: Config, site: Site) -> None:
    """Apply options of other themes; ours has none, so they are removed for Sphinx."""
    context = {name: config.html_context.get(name) for name in CONTEXT_OPTIONS}
    value = {**context, **config.html_theme_options}
    options = parse_theme_options(value, lambda name: _image_path(app, config, name))
    site.theme_options = config.html_theme_options
    config.html_theme_options = {}
    site.unknown_options = options.unknown
    if is_set_by_author(config, "html_logo"):
        options = replace(options, logo=None)
    site.settings = apply_theme_options(site.settings, options)


def keeps_latex_layout(app: Sphinx) -> bool:
    """Whether the layout of the PDF stays: the project has its theme and documents no API."""
    site = _sites[app]
    return site.keeps_theme and not named_documents(site.settings)


def install_site(app: Sphinx) -> None:
    """Store the site in the environment."""
    if app not in _sites:
        # Sphinx loads an extension that is only named as a theme after config-inited.
        raise SystemExit(
            'The build stops: the theme "sitejson" needs its extension; '
            'add "sphinx_sitejson" to "extensions" in conf.py.'
        )
    keeps_latex = app.builder.format == "latex" and keeps_latex_layout(app)
    site_domain(app.env).site = site = _sites.pop(app)
    site.builder, site.keeps_latex = app.builder, keeps_latex
    site.extensions = frozenset(app.extensions)


def pages_after_settings_change(
    app: Sphinx, env: BuildEnvironment, *changes: object
) -> Iterable[str]:
    """Return all pages if the settings with which they are read differ from the last build."""
    settings = site_of(env).settings
    state = (settings.variables, settings.code_block.package_managers, markdown_syntax(env))
    return pages_after_change(env, "read_settings", repr(state))


def refuse_derived_theme(app: Sphinx) -> None:
    """Stop the build if a theme is derived from ours and there is no site for it."""
    if has_our_theme(app.builder):
        raise SystemExit(
            f'The build stops: the theme "{app.config.html_theme}" builds on "{OUR_THEME}", '
            f'which needs a "{app.config.sitejson_file}" beside conf.py.'
        )


IMAGES = ("html_logo", "html_favicon")


def _sphinx_values(app: Sphinx, site: Site) -> dict[str, Any]:
    """Return the configuration values of Sphinx for the settings; another theme stays as it is."""
    config = app.config
    settings, root = site.settings, site.root
    values: dict[str, Any] = {"project": settings.name}
    if settings.extra.address and not config.html_baseurl:
        values["html_baseurl"] = settings.extra.address
    if not site.keeps_theme:
        values |= {
            "html_title": settings.name,
            "html_theme": OUR_THEME,
            "html_permalinks_icon": "#",
            # The table of contents lists members below their class, which has the full name.
            "toc_object_entries_show_parents": "hide",
            # A Markdown page may have its title in the front matter and begin with "##".
            "myst_title_to_header": True,
            "myst_heading_anchors": 6,
        }
        if is_right_to_left(config.language or ""):
            # The style sheet sets the direction of texts that are not translated yet.
            values["translation_progress_classes"] = "untranslated"
        if "mermaid_fullscreen" in config:
            # The theme has a button for all kinds of diagrams, and inverts them in dark mode.
            values["mermaid_fullscreen"] = False
            values["mermaid_dark_theme"] = config.mermaid_light_theme
        if not has_custom_markdown(config):
            values["myst_enable_extensions"] = set(MARKDOWN_SYNTAX)
    if not has_custom_root_doc(config):
        values["root_doc"] = root_document(root, settings, config.source_suffix)
        values["master_doc"] = values["root_doc"]
    logo = settings.logo
    images = (logo.light or logo.dark if logo else None, settings.favicon)
    for name, reference in zip(IMAGES, images, strict=True):
        if reference and is_remote(reference):
            values[name] = reference
        elif reference and (found := find_project_file(root, reference)):
            # A missing file is reported elsewhere.
            values[name] = str(found)
    return values


def _image_path(app: Sphinx, config: Config, name: str) -> str | None:
    """Return the image of a theme option as a path of the settings."""
    if is_remote(name):
        return name
    folders = [*(Path(app.confdir, entry) for entry in config.html_static_path), Path(app.confdir)]
    root = Path(app.srcdir).resolve()
    for folder in folders:
        file = (folder / name).resolve()
        if is_file(file) and file.is_relative_to(root):
            return file.relative_to(root).as_posix()
    return None


def has_custom_markdown(config: Config) -> bool:
    """Return whether the author configures Markdown: loads MyST, or sets its extensions."""
    return is_set_by_author(config, "myst_enable_extensions") or not (
        {"myst_parser", "myst_nb"}.isdisjoint(config.extensions)
    )


def markdown_syntax(env: BuildEnvironment) -> str:
    """Return the Markdown in which the ``.md`` pages of a project are written."""
    site, config = site_of(env), env.config
    chosen = site.settings.markdown_syntax or config.sitejson_markdown_syntax
    is_myst = site.keeps_theme or has_custom_markdown(config)
    return chosen or ("myst" if is_myst else "mdx")


def check_markdown_syntax(app: Sphinx, config: Config) -> None:
    """Report a name of a Markdown that does not exist, and ignore it."""
    name, known = config.sitejson_markdown_syntax, get_args(MarkdownSyntax)
    if name and name not in known:
        names = ", ".join(map(quoted, known))
        message = (
            f'"sitejson_markdown_syntax" is {quoted(name)}, which is not known; it was ignored. '
            f"The names are {names}."
        )
        report_config_value(app, "sitejson_markdown_syntax", message)
        config.sitejson_markdown_syntax = ""


def has_custom_root_doc(config: Config) -> bool:
    """Return whether the author set ``root_doc`` or ``master_doc``."""
    return is_set_by_author(config, "root_doc") or is_set_by_author(config, "master_doc")
