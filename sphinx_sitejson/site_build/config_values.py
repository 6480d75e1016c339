"""The values of ``conf.py``, and which features a project uses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal, NoReturn

import sphinx
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.common.problems import Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.settings import LEGACY_FILE_NAME, find_settings_file
from sphinx_sitejson.settings.conf_py import find_slips, misspelled_names, read_conf_file

from .build_state import application_state
from .other_extensions import OUR_THEME
from .private_interfaces import is_set_by_author
from .reports import conf_location, report

Scope = Literal["site", "theme", "api"]
"""The features of a project: a site of ``site.json``, only the theme, or only the API features."""


def settings_file_name(app: Sphinx) -> str:
    """Return the settings file: the one that the author names, else the one that is there.

    The source folder comes first: sphinx-multiversion uses one ``conf.py`` for all versions.
    """
    if is_set_by_author(app.config, "sitejson_file"):
        return find_settings_file(Path(app.confdir), app.config.sitejson_file)
    beside_pages = Path(app.srcdir, find_settings_file(Path(app.srcdir)))
    if app.srcdir != app.confdir and is_file(beside_pages):
        return str(beside_pages)
    return find_settings_file(Path(app.confdir))


def project_scope(app: Sphinx) -> Scope:
    """Return which features a project uses, by its settings file.

    Known when the extension is loaded, since Sphinx then needs to know which files are pages.
    """
    return application_state(app, "_sitejson_scope", partial(_find_scope, app))


def _find_scope(app: Sphinx) -> Scope:
    config = app.config
    if is_set_by_author(config, "sitejson_file"):
        return "site"
    path = Path(app.confdir, settings_file_name(app))
    if path.is_symlink() or path.exists() or path.with_name(LEGACY_FILE_NAME).exists():
        return "site"
    return "theme" if config.html_theme == OUR_THEME else "api"


_THEMES_OF_SPHINX = Path(sphinx.__file__).parent / "themes"
_REGISTERED_BY_THEMES = frozenset({"pygments_dark_style"})


def refuse_wrong_extensions(app: Sphinx) -> None:
    """Stop with one sentence if a name in the list of extensions is a likely mistake.

    Sphinx loads the extensions in their order, so this cannot run earlier.
    """
    if slips := find_slips(Path(app.confdir) / "conf.py"):
        stop_build(slips)


def stop_build(problems: list[Problem]) -> NoReturn:
    """Report problems of ``conf.py``, and stop."""
    # Sphinx shows a traceback for exceptions, which does not name the file.
    report(problems)
    raise SystemExit("The build stops: conf.py cannot be used.")


def find_unknown_theme(app: Sphinx, config: Config) -> None:
    """Let the builder be created although the project names a theme that does not exist.

    Whether pages are written with the theme is known only then, and Sphinx would stop with a
    traceback before any extension runs again.
    """
    if not is_set_by_author(config, "html_theme"):
        return
    name, known = str(config.html_theme), _known_themes(app, config)

    def refuse(app: Sphinx) -> None:
        if app.builder.format == "html" and app.builder.name != "epub":
            message = f'there is no theme "{name}".{did_you_mean(name, known)}'
            _refuse_value(app, "html_theme", [message])

    if name not in known:
        app.add_html_theme(name, str(_THEMES_OF_SPHINX / "basic"))
        app.connect("builder-inited", refuse, priority=10)


def _refuse_value(app: Sphinx, name: str, messages: Iterable[str]) -> None:
    """Stop with the line of a configuration value if there are messages about it."""
    location = conf_location(app, name)
    problems = [
        Problem(ProblemCode.CONF_PY, f'"{name}": {message}', location, stops_build=True)
        for message in messages
    ]
    if problems:
        stop_build(problems)


def _known_themes(app: Sphinx, config: Config) -> set[str]:
    folders = [_THEMES_OF_SPHINX]
    folders += [Path(app.confdir) / path for path in config.html_theme_path]
    found = {
        # A theme may be a folder or an archive.
        each.stem if each.suffix == ".zip" else each.name
        for folder in folders
        if folder.is_dir()
        for each in folder.iterdir()
    }
    found |= {point.name for point in entry_points(group="sphinx.html_themes")}
    return found | set(app.registry.html_themes)


def find_unknown_parsers(app: Sphinx, config: Config) -> None:
    """Stop with the line of ``source_suffix`` before a page is read that has no parser."""
    if not is_set_by_author(config, "source_suffix"):
        return
    known = app.registry.get_source_parsers()
    unknown = {
        suffix: parser for suffix, parser in config.source_suffix.items() if parser not in known
    }

    def refuse(app: Sphinx, env: BuildEnvironment, docs: list[str]) -> None:
        suffixes = dict.fromkeys(env.doc2path(docname).suffix for docname in docs)
        messages = (
            f'there is no parser {quoted(str(unknown[suffix]))} for "{suffix}"; add the extension '
            f"that has it.{did_you_mean(str(unknown[suffix]), known)}"
            for suffix in suffixes
            if suffix in unknown
        )
        _refuse_value(app, "source_suffix", messages)

    if unknown:
        app.connect("env-before-read-docs", refuse)


def report_misspelled_names(app: Sphinx) -> None:
    """Report names in ``conf.py`` that nothing reads, and that are close to a known one."""
    known = {*app.config.values, *_REGISTERED_BY_THEMES}
    if conf := read_conf_file(Path(app.confdir) / "conf.py"):
        report(misspelled_names(conf, known))
