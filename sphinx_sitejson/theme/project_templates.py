"""Templates of the project, and their escaping.

A template that fails in this theme is replaced by the theme's own. Options that have no effect
are reported in one warning.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.theming import Theme

from sphinx_sitejson.common.files import TEMPLATES, THEME
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted
from sphinx_sitejson.settings.project_files import suggest_file
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.other_extensions import has_our_theme, keeps_other_theme
from sphinx_sitejson.site_build.output_files import writes_nothing
from sphinx_sitejson.site_build.private_interfaces import author_value
from sphinx_sitejson.site_build.reports import report, report_at
from sphinx_sitejson.version import __version__

SPHINX_SIDEBARS = frozenset(
    {
        "globaltoc.html",
        "localtoc.html",
        "relations.html",
        "searchbox.html",
        "searchfield.html",
        "sourcelink.html",
    }
)
"""Sphinx's sidebar templates; our theme shows their content elsewhere."""

TEMPLATE_ERRORS = (TemplateError, TypeError, ValueError, KeyError, AttributeError, IndexError)
"""Errors of templates that were written for another theme."""


failed_templates: BuildState[set[str]] = BuildState(lambda env: set())
"""The templates of the project that failed; each is reported once."""


def report_failure(env: BuildEnvironment, name: str, error: Exception) -> None:
    """Report why a template of the project has no effect."""
    if name in failed_templates(env):
        return
    failed_templates(env).add(name)
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    if isinstance(error, TemplateNotFound):
        # Sphinx lists the folders of this machine: 'gone.html' not found in ['/home/…
        template = reason.partition(" not found in ")[0].strip("'")
        reason = f'there is no template "{template}"'
    message = (
        f'the project template "{name}" was ignored, since it fails with this theme: '
        f"{reason.rstrip('.')}."
    )
    report_at(ProblemCode.OLD_THEME, message, _error_location(name, error))


def _error_location(name: str, error: Exception) -> Location:
    """Return the line of a template in which an error occurred."""
    if isinstance(error, TemplateSyntaxError) and error.filename:
        return Location(error.filename, line=error.lineno)
    for frame in reversed(extract_tb(error.__traceback__)):
        if Path(frame.filename).as_posix().endswith(f"/{name}"):
            return Location(frame.filename, line=frame.lineno)
    return Location("conf.py")


def report_legacy_options(app: Sphinx) -> None:
    """Report in one warning which settings have no effect with our theme."""
    if result := ", ".join(find_unused_settings(app)):
        message = (
            "these settings belong to another theme and have no effect; you can remove them: "
            f"{result}."
        )
        code, location = ProblemCode.OLD_THEME, Location("conf.py")
        report([Problem(code, message, location, is_repaired=True)])


def find_unused_settings(app: Sphinx) -> Iterator[str]:
    """Yield the settings of ``conf.py`` that have no effect with our theme."""
    builder = app.builder
    if not has_our_theme(builder):
        return
    if options := site_of(app.env).unknown_options:
        yield f"html_theme_options ({', '.join(options)})"
    folders = static_folders(app, map(str, builder.theme.get_theme_dirs()))
    all_lost = {*_files_of_other_themes(app, folders)}
    for setting in ("html_css_files", "html_js_files"):
        lost = find_lost_files(app, setting, folders)
        all_lost.update(lost)
        if others := [name for name in lost if not explain_missing_file(app, name)]:
            yield f"{setting} ({', '.join(others)})"
    lost_files.set(app.env, frozenset(all_lost))
    bridge = builder.templates
    if not isinstance(bridge, BuiltinTemplateLoader):
        return
    missing = [name for name in _sidebar_names(app) if not template_file(bridge, name)]
    if missing:
        yield f"html_sidebars ({', '.join(missing)})"
    for name, blocks in sorted(_unknown_blocks(app, bridge)):
        yield f"the blocks of {name} ({', '.join(blocks)})"


def _sidebar_names(app: Sphinx) -> list[str]:
    """Return the templates that ``html_sidebars`` lists, each once."""
    listed = app.config.html_sidebars.values()
    names = (name for parts in listed for name in ([parts] if isinstance(parts, str) else parts))
    return list(dict.fromkeys(names))


lost_files: BuildState[frozenset[str]] = BuildState(lambda env: frozenset())
"""Style sheets and scripts of ``conf.py`` and of extensions that are part of another theme."""


def static_folders(app: Sphinx, theme_folders: Iterable[str]) -> list[Path]:
    """Return the folders and files that become part of ``_static``."""
    config = app.config
    static = [Path(app.confdir, entry) for entry in config.html_static_path]
    extra = [Path(app.confdir, entry, "_static") for entry in config.html_extra_path]
    return [*static, *extra, *(Path(folder, "static") for folder in theme_folders)]


def _files_of_other_themes(app: Sphinx, folders: Sequence[Path]) -> Iterator[str]:
    """Yield the files that an extension adds for a theme that is not used."""
    others = [Path(folder, "static") for folder in app.registry.html_themes.values()]
    for name, _attributes in (*app.registry.css_files, *app.registry.js_files):
        if name and not _is_provided(name, folders) and _is_provided(name, others):
            yield name


def find_lost_files(app: Sphinx, setting: str, folders: Sequence[Path]) -> list[str]:
    """Return the files of ``html_css_files`` or ``html_js_files`` that no static folder has."""
    return [name for name in listed_files(app, setting) if not _is_provided(name, folders)]


def listed_files(app: Sphinx, setting: str) -> list[str]:
    """Return the files that ``conf.py`` lists in ``html_css_files`` or ``html_js_files``."""
    entries = author_value(app.config, setting)
    if not isinstance(entries, list | tuple):
        return []
    return [entry if isinstance(entry, str) else str(entry[0]) for entry in entries if entry]


def explain_missing_file(app: Sphinx, name: str) -> str:
    """Return the likely mistake of a missing style sheet or script; empty if there is none.

    A file without one may have come with another theme.
    """
    folders = [Path(app.confdir, entry) for entry in app.config.html_static_path]
    missing = f"the file {quoted(name)} is in no folder of html_static_path; it was ignored."
    for folder in ("_static", "static", "."):
        if Path(app.confdir, folder, name).is_file():
            # The whole folder of the project would be copied.
            entry = name if folder == "." else folder
            return f"{missing} Add {quoted(entry)} to html_static_path."
    hints = (suggest_file(folder, name) for folder in folders)
    hint = next(filter(None, hints), "")
    return f"{missing}{hint}" if hint else ""


def _is_provided(name: str, folders: Iterable[Path]) -> bool:
    """Whether a file is in a folder; some files of themes are templates."""
    if "//" in name or name.startswith("/"):
        return True
    return any(
        folder.name == name or any((folder / f"{name}{end}").exists() for end in TEMPLATE_ENDINGS)
        for folder in folders
    )


TEMPLATE_ENDINGS = ("", "_t", ".jinja")


def template_file(bridge: BuiltinTemplateLoader, name: str) -> str:
    """Return the file of a template; empty if there is none."""
    try:
        _source, file, _is_current = bridge.get_source(bridge.environment, name)
    except TemplateError:
        return ""
    return str(file)


def has_project_partials(builder: Builder) -> bool:
    """Return whether the project replaces a partial or a macro of the theme."""
    bridge = getattr(builder, "templates", None)
    if not isinstance(bridge, BuiltinTemplateLoader):
        return True
    return any(template_file(bridge, name) != str(THEME / name) for name in _theme_parts())


def project_folders(app: Sphinx) -> list[Path]:
    """Return the template folders of the project, without those of extensions."""
    root = Path(app.confdir).resolve()
    folders = (Path(app.confdir, entry).resolve() for entry in app.config.templates_path)
    return [folder for folder in folders if folder.is_relative_to(root) and folder.is_dir()]


def _unknown_blocks(app: Sphinx, bridge: BuiltinTemplateLoader) -> Iterator[tuple[str, list[str]]]:
    """Yield the overridden templates with blocks that our theme does not have."""
    frame: set[str] = set()
    for folder in project_folders(app):
        for file in sorted(folder.glob("*.html")):
            original = template_file(bridge, f"!{file.name}")
            if not original:
                continue
            # Few projects have templates; parsing the layout takes longer than reading a page.
            frame = frame or _blocks(bridge, THEME / "layout.html")
            known = frame | _blocks(bridge, Path(original))
            if unknown := [name for name in _outer_blocks(bridge, file) if name not in known]:
                yield file.name, unknown


def _blocks(bridge: BuiltinTemplateLoader, file: Path) -> set[str]:
    """Return the names of all blocks of a template."""
    return {block.name for block in _parsed(bridge, file).find_all(nodes.Block)}


def _outer_blocks(bridge: BuiltinTemplateLoader, file: Path) -> list[str]:
    """Return the top-level blocks of a template that extends another one."""
    template = _parsed(bridge, file)
    if template.find(nodes.Extends) is None:
        return []
    blocks = list(template.find_all(nodes.Block))
    inner = {
        block.name
        for outer in blocks
        for part in outer.body
        for block in part.find_all(nodes.Block)
    }
    return [block.name for block in blocks if block.name not in inner]


def _parsed(bridge: BuiltinTemplateLoader, file: Path) -> nodes.Template:
    try:
        return bridge.environment.parse(file.read_text(encoding="utf-8", errors="replace"))
    except TemplateError:
        # Jinja reports the error when the template is used.
        return nodes.Template([])


def sidebar_parts(app: Sphinx, names: Iterable[str], context: dict[str, Any]) -> Iterator[Markup]:
    """Render the sidebar templates of the project."""
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    bridge = builder.templates
    if not isinstance(bridge, BuiltinTemplateLoader):
        return
    for name in names:
        file = template_file(bridge, name)
        is_sphinx_sidebar = name in SPHINX_SIDEBARS and not _is_project_template(app, file)
        if not file or is_sphinx_sidebar or name in failed_templates(app.env):
            continue
        try:
            html = bridge.environment.get_template(name).render(context)
        except TEMPLATE_ERRORS as error:
            report_failure(app.env, name, error)
            continue
        if html.strip():
            yield Markup(html)


def _is_project_template(app: Sphinx, file: str) -> bool:
    return any(Path(file).resolve().is_relative_to(folder) for folder in project_folders(app))


DEFAULT_TEMPLATE = "page.html"


class SiteTemplateLoader(BuiltinTemplateLoader):
    """The template loader of our theme, unless the project has its own ``template_bridge``.

    Compiled templates are stored between builds: compiling them takes longer than reading and
    writing one page, which is what most builds do. Jinja sees by their text when one changed.
    """

    def init(
        self, builder: Builder, theme: Theme | None = None, dirs: list[str] | None = None
    ) -> None:
        """Create the environment of the templates."""
        super().init(builder, theme, dirs)
        folder = Path(builder.doctreedir, "sitejson", "compiled-templates")
        # A full disk is no reason to stop before anything has to be written.
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            self.environment.bytecode_cache = FileSystemBytecodeCache(
                str(folder), f"{__version__}-%s.cache"
            )
        # Templates do not change during a build; otherwise each include would check its file.
        self.environment.auto_reload = False
        # That of Jinja looks for ``gettext`` in the context of each call.
        self.environment.globals["_"] = self.environment.globals["gettext"]


def add_template_loader(app: Sphinx, config: Config) -> None:
    """Use our template loader in a site with our theme."""
    if not (config.template_bridge or keeps_other_theme(app, config)):
        config.template_bridge = f"{__name__}.{SiteTemplateLoader.__name__}"


def report_template_errors(app: Sphinx) -> None:
    """Render pages without templates of the project that fail, and report the errors."""
    loader = getattr(app.builder, "templates", None)
    if not isinstance(loader, SiteTemplateLoader) or not has_our_theme(app.builder):
        return
    folders, env, render = project_folders(app), app.env, loader.render
    if not folders:
        return
    plain = without_folders(loader, folders)
    changed = sorted(_changed_templates(folders, plain))

    def render_plain(template: str, context: dict[str, Any]) -> str:
        return plain.environment.get_template(template).render(context)

    def rendered(template: str, context: dict[str, Any]) -> str:
        has_plain = template_file(plain, template)
        if has_plain and not failed_templates(env).isdisjoint(changed):
            return render_plain(template, context)
        try:
            return render(template, context)
        except TEMPLATE_ERRORS as error:
            if not has_plain:
                # A page with a template that only the project has.
                report_failure(env, template, error)
                return rendered(DEFAULT_TEMPLATE, {"body": "", "title": "", **context})
            try:
                text = render_plain(template, context)
            except TEMPLATE_ERRORS:
                raise error from None
            for name in _failed_templates(error, changed):
                report_failure(env, name, error)
            return text

    loader.render = rendered  # type: ignore[method-assign]


def check_templates(app: Sphinx) -> None:
    """Report templates of the project that a build would use and that cannot be compiled.

    ``sitejson check`` renders none, so errors that occur in rendering are reported by builds only.
    """
    builder = app.builder
    bridge = builder.templates if writes_nothing(builder) and has_our_theme(builder) else None
    if not isinstance(bridge, BuiltinTemplateLoader):
        return
    folders = project_folders(app)
    used = {*_sidebar_names(app), *app.config.html_additional_pages.values()}
    if folders:
        used |= _changed_templates(folders, without_folders(bridge, folders))
    for name in sorted(used):
        try:
            if _is_project_template(app, template_file(bridge, name)):
                _load_with_parents(bridge, name)
        except TEMPLATE_ERRORS as error:
            report_failure(app.env, name, error)


def _load_with_parents(bridge: BuiltinTemplateLoader, name: str) -> None:
    """Compile a template and those that it extends; raise TemplateError if one is wrong."""
    environment, names = bridge.environment, [name]
    for each in names:
        environment.get_template(each)
        source, file, _is_current = bridge.get_source(environment, each)
        for extends in environment.parse(source).find_all(nodes.Extends):
            if isinstance(extends.template, nodes.Const) and extends.template.value not in names:
                parent = extends.template.value
                if not template_file(bridge, parent):
                    reason = f"there is no template {quoted(parent)}"
                    raise TemplateSyntaxError(reason, extends.lineno, each, file)
                names.append(parent)


def without_folders(bridge: BuiltinTemplateLoader, folders: list[Path]) -> BuiltinTemplateLoader:
    """Return a copy of a template loader that ignores some folders."""
    plain = copy.copy(bridge)
    plain.loaders = [
        each for each in bridge.loaders if Path(each.searchpath[0]).resolve() not in folders
    ]
    configured = bridge.loaders[: bridge.templatepathlen]
    plain.templatepathlen = sum(loader in configured for loader in plain.loaders)
    plain.environment = bridge.environment.overlay(loader=plain)
    return plain


def _changed_templates(folders: list[Path], loader: BuiltinTemplateLoader) -> set[str]:
    """Return the templates of the theme that the project overrides."""
    return {
        name
        for folder in folders
        for file in folder.rglob("*.html")
        if template_file(loader, name := file.relative_to(folder).as_posix())
    }


def _failed_templates(error: Exception, changed: list[str]) -> list[str]:
    """Return the templates of the project that caused an error; all if unknown."""
    files = [frame.filename for frame in extract_tb(error.__traceback__)]
    results = [name for name in changed if any(file.endswith(f"/{name}") for file in files)]
    return results or changed


ESCAPED_FOLDERS = (THEME, TEMPLATES / "sphinx")
"""Folders of templates that are autoescaped."""

THEME_PARTS = ("partials", "macros")
"""A project may override files of these folders; they are escaped like the originals."""


class EscapingCodeGenerator(CodeGenerator):
    """Compiles templates with autoescaping that depends on the template, not on its caller."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Set autoescaping of the template, its blocks and its macros, then compile them."""
        # Another extension may have enabled autoescaping of this template.
        choice = self.environment.autoescape
        is_theme_template = escapes_values(self.name, self.filename)
        escapes = is_theme_template or (choice(self.name) if callable(choice) else choice)
        self._is_trusted = _is_package_template(self.filename)
        if self._is_trusted:
            self.writeline("from jinja2 import Environment")
            # Sphinx renders all templates in a sandbox. Ours are trusted, and the sandbox would
            # cost a tenth of writing a page.
            self.environment = self.environment.overlay()
            self.environment.sandboxed = False
        parts: Iterable[Any] = node.find_all((nodes.Block, nodes.Macro, nodes.CallBlock))
        for part in (node, *parts):
            line = part.body[0].lineno if part.body else 1
            keyword = nodes.Keyword("autoescape", nodes.Const(escapes), lineno=line)
            part.body = [nodes.ScopedEvalContextModifier([keyword], part.body, lineno=line)]
        node.set_environment(self.environment)
        super().visit_Template(node, frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Import macros; ours do not depend on the page, so their module is shared."""
        if not self._is_trusted or node.with_context:
            super()._import_common(node, frame)
            return
        self.write("environment.get_template(")
        self.visit(node.template, frame)
        self.write(f", {self.name!r})._get_default_module()")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Read an attribute; in our templates without the checks of the sandbox."""
        if not self._is_trusted:
            super().visit_Getattr(node, frame)
            return
        self.write("Environment.getattr(environment, ")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")


def escapes_values(name: str | None, file: str | None) -> bool:
    """Whether a template is one of the theme, or overrides a part of it."""
    if name is None or file is None:
        return False
    return _is_package_template(file) or name.lstrip("!") in _theme_parts()


def _is_package_template(file: str | None) -> bool:
    return file is not None and _is_escaped_folder(str(Path(file).parent))


@cache
def _is_escaped_folder(folder: str) -> bool:
    path = Path(folder).resolve()
    return any(path.is_relative_to(escaped.resolve()) for escaped in ESCAPED_FOLDERS)


@cache
def _theme_parts() -> frozenset[str]:
    return frozenset(
        file.relative_to(THEME).as_posix()
        for part in THEME_PARTS
        for file in (THEME / part).glob("*.html")
    )


def escape_project_templates(app: Sphinx) -> None:
    """Install the code generator in the template environment of a build."""
    environment = getattr(getattr(app.builder, "templates", None), "environment", None)
    if isinstance(environment, Environment):
        environment.code_generator_class = EscapingCodeGenerator
