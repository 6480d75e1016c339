"""Everything that is changed in objects of Sphinx, docutils, MyST and Python, and nothing else.

Each function says why there is no other way, and the version with which it was last seen to work.
Who wants to do without one of these changes, or meets a new version, looks here.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import finalize

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from myst_parser.mdit_to_docutils import base
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.util import docutils as sphinx_docutils
from sphinx.util.nodes import NodeMatcher

from .templates import CompiledTemplates

if TYPE_CHECKING:
    from docutils.transforms import Transform
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.project import Project

Made = TypeVar("Made")
Condition = Callable[[nodes.Node], bool]
RenderPartial = Callable[[nodes.Node | None], dict[str, str]]

SELDOM = (50_000, 20, 50)
"""After how many new objects, and how many rounds of the younger generations."""


def look_for_garbage_seldom(app: Sphinx) -> None:
    """Let Python look for unreachable objects less often until the application ends.

    A build keeps nearly all that it makes until its end, so looking for garbage after every few
    hundred new objects finds none, and takes longer the larger the site is. Most of all when
    Python leaves: then it looks at everything several times, which takes a third of a build of
    one page. Ending with the build would make Python look through all of it once more, just
    before a command line tool leaves. Where somebody looks less often already, or not at all, it
    stays so. Seen with Python 3.11 to 3.14.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    usual = gc.get_threshold()
    if not 0 < usual[0] < SELDOM[0]:
        return
    gc.set_threshold(*SELDOM)
    finalize(app, gc.set_threshold, *usual).atexit = False


def share_docutils_settings(app: Sphinx) -> None:
    """Work out the settings of docutils once for all pages, until the application ends.

    Sphinx makes the whole table of options and reads ``docutils.conf`` again for each page, always
    with the same result. Sphinx 9.0 and 9.1; older ones keep the settings themselves.
    """
    usual = getattr(sphinx_docutils, "_get_settings", None)
    if usual is None or hasattr(usual, "usual"):
        return
    kept: dict[Any, tuple[Any, Any]] = {}

    def get_settings(
        *components: Any, defaults: Mapping[str, Any], read_config_files: bool = False
    ) -> Any:
        kinds = tuple(each if isinstance(each, type) else type(each) for each in components)
        values = tuple((name, id(value)) for name, value in defaults.items())
        key = (kinds, values, read_config_files)
        if key not in kept:
            made = usual(*components, defaults=defaults, read_config_files=read_config_files)
            # The values are kept, too, so that no other object gets their ids.
            kept[key] = (made, tuple(defaults.values()))
        return _new_settings(kept[key][0])

    get_settings.usual = usual  # type: ignore[attr-defined]
    sphinx_docutils._get_settings = get_settings
    finalize(app, setattr, sphinx_docutils, "_get_settings", usual).atexit = False


def _new_settings(made: Any) -> Any:
    """Return the settings of a page, which may change its own lists and has its own files."""
    settings = made.copy()
    for name, value in vars(made).items():
        if isinstance(value, list | dict | set):
            setattr(settings, name, value.copy())
    settings.record_dependencies = type(made.record_dependencies)()
    return settings


def walk_trees_faster(app: Sphinx) -> None:
    """Look for nodes with one generator for each walk, until the application ends.

    The steps of Sphinx, docutils and extensions walk a page about eighty times, and most of them
    find nothing. docutils makes a generator for each node of each walk, which takes a fifth of a
    build. Walks to siblings are left to it. docutils 0.20 to 0.22.
    """
    usual = nodes.Node.findall
    if hasattr(usual, "usual"):
        return

    def findall(
        self: nodes.Node,
        condition: type | Condition | None = None,
        include_self: bool = True,
        descend: bool = True,
        siblings: bool = False,
        ascend: bool = False,
    ) -> Iterator[nodes.Node]:
        if not (include_self and descend) or siblings or ascend:
            return usual(self, condition, include_self, descend, siblings, ascend)
        if condition is None:
            return _nodes_of_kind(self, nodes.Node)
        if isinstance(condition, type):
            return _nodes_of_kind(self, condition)
        # A matcher of Sphinx looks at the class first; so do we, before it is called.
        kinds = condition.classes if type(condition) is NodeMatcher else ()
        found = _nodes_of_kind(self, kinds or nodes.Node)
        return (node for node in found if condition(node))

    findall.usual = usual  # type: ignore[attr-defined]
    nodes.Node.findall = findall  # type: ignore[method-assign, assignment]
    finalize(app, setattr, nodes.Node, "findall", usual).atexit = False
    _visit_faster(app)


def _visit_faster(app: Sphinx) -> None:
    """Visit nodes without the two lines for each that docutils writes to look for its own faults.

    Nobody sees them, and they take longer than many visits.
    """
    usual = nodes.Node.walkabout

    def walkabout(self: nodes.Node, visitor: nodes.NodeVisitor) -> bool:
        if visitor.document.reporter.debug_flag:
            return usual(self, visitor)
        departs = True
        stops = False
        try:
            try:
                visitor.dispatch_visit(self)
            except nodes.SkipNode:
                return False
            except nodes.SkipDeparture:
                departs = False
            # Plain loops: pages may nest deeply, and each level has but one call.
            try:
                for child in self.children[:]:
                    if child.walkabout(visitor):
                        stops = True
                        break
            except nodes.SkipSiblings:
                pass
        except nodes.SkipChildren:
            pass
        except nodes.StopTraversal:
            stops = True
        if departs:
            visitor.dispatch_departure(self)
        return stops

    walkabout.usual = usual  # type: ignore[attr-defined]
    nodes.Node.walkabout = walkabout  # type: ignore[method-assign]
    finalize(app, setattr, nodes.Node, "walkabout", usual).atexit = False


def _nodes_of_kind(root: nodes.Node, kind: type | tuple[type, ...]) -> Iterator[nodes.Node]:
    """Yield the nodes of a class, or of some, from a node downwards, one level after the other.

    Lists of children are read while they are walked, as docutils does it, so that whoever changes
    the tree on the way meets the same nodes.
    """
    if isinstance(root, kind):
        yield root
    above: list[Iterator[nodes.Node]] = []
    level = iter(root.children)
    while True:
        for node in level:
            if isinstance(node, kind):
                yield node
            if children := node.children:
                above.append(level)
                level = iter(children)
                break
        else:
            if not above:
                return
            level = above.pop()


def replace_transform(app: Sphinx, usual: type[Transform], ours: type[Transform]) -> None:
    """Have Sphinx run a transform of ours instead of one of its own; it has no way to remove one.

    Sphinx 8.1 to 9.1.
    """
    for transforms in (app.registry.transforms, app.registry.post_transforms):
        transforms[:] = [ours if transform is usual else transform for transform in transforms]


def is_set_by_author(config: Config, name: str) -> bool:
    """Whether ``conf.py`` or the command line sets a value: then theirs wins.

    Sphinx does not tell a default from the same value in ``conf.py``. Sphinx 8.1 to 9.1.
    """
    return name in config._raw_config or name in config.overrides


def author_s_value(config: Config, name: str) -> Any:
    """Return what ``conf.py`` or the command line sets for a name that Sphinx may not know.

    Such a value belongs to an extension or a theme that is not there. Sphinx 8.1 to 9.1.
    """
    return config.overrides.get(name, config._raw_config.get(name))


def kept_on(app: Sphinx, name: str, make: Callable[[], Made]) -> Made:
    """Return what is kept with an application from before there is an environment.

    Extensions register components while they are set up; Sphinx keeps such things in a registry
    that has no place for ours. Sphinx 8.1 to 9.1.
    """
    kept: Made | None = getattr(app, name, None)
    if kept is None:
        kept = make()
        setattr(app, name, kept)
    return kept


def offer_method(app: Sphinx, name: str, function: Callable[..., Any]) -> None:
    """Offer a function as a method of the application, as earlier versions of this package did."""
    setattr(app, name, partial(function, app))


def replace_project(app: Sphinx, project: Project) -> None:
    """Have Sphinx ask another object for its pages.

    Pages that are made from documents do not lie in the source folder, where they would be
    committed by accident; Sphinx asks its project for files, and for nothing else. Sphinx 8.1 to
    9.1.
    """
    app.project = project
    app.env.project = project


def leave_out_transforms(app: Sphinx, names: frozenset[str]) -> None:
    """Take transforms out of a build, by module and name, and those that are made from them.

    Where nothing is written, changing how a page looks takes a good part of the time; Sphinx
    registers transforms, and has no way to take one back. Sphinx 8.1 to 9.1.
    """
    for registered in (app.registry.transforms, app.registry.post_transforms):
        registered[:] = [each for each in registered if names.isdisjoint(map(_name, each.mro()))]


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def render_titles_with(
    builder: StandaloneHTMLBuilder, wrap: Callable[[RenderPartial], RenderPartial]
) -> None:
    """Put something before the function that renders a title.

    Sphinx renders each title for a page, its neighbors, and every page below it. Sphinx 8.1 to
    9.1.
    """
    builder.render_partial = wrap(builder.render_partial)  # type: ignore[assignment, method-assign]


def write_pages_inside(
    builder: Builder, around: Callable[[str], AbstractContextManager[None]]
) -> None:
    """Put something around the writing of each page.

    Between the resolved document and the template there is no event at which a page begins to be
    written, and none at its end; with several processes all of them write. Sphinx 8.1 to 9.1.
    """
    write = builder.write_doc

    def write_inside(docname: str, doctree: nodes.document) -> None:
        with around(docname):
            write(docname, doctree)

    builder.write_doc = write_inside  # type: ignore[method-assign]


def translate_pages_with(builder: Builder, translator: NullTranslations) -> None:
    """Have the templates of pages ask another object for translations.

    Jinja keeps the functions of the translator that it was given first. Sphinx 8.1 to 9.1.
    """
    templates = getattr(builder, "templates", None)
    if isinstance(templates, BuiltinTemplateLoader):
        templates.environment.install_gettext_translations(translator)  # type: ignore[attr-defined]


def render_templates_with(
    templates: BuiltinTemplateLoader,
    wrap: Callable[[Callable[[str, dict[str, Any]], str]], Callable[[str, dict[str, Any]], str]],
) -> None:
    """Put something before the function that renders a page.

    Sphinx stops the whole build when a template fails. Sphinx 8.1 to 9.1.
    """
    templates.render = wrap(templates.render)  # type: ignore[assignment, method-assign]


def highlight_with(
    builder: StandaloneHTMLBuilder,
    formatters: Callable[[Callable[..., Any]], Callable[..., Any]],
    lexers: Callable[[Callable[..., Any]], Callable[..., Any]],
    blocks: Callable[[Callable[..., str]], Callable[..., str]],
) -> None:
    """Put something before the functions that highlight code, and make formatters and lexers.

    Sphinx makes new ones for each block, and each formatter makes a whole style sheet; nothing but
    the highlighted code is written into the frame of a block. Sphinx 8.1 to 9.1.
    """
    highlighter = builder.highlighter
    highlighter.get_formatter = formatters(highlighter.get_formatter)  # type: ignore[method-assign]
    highlighter.get_lexer = lexers(highlighter.get_lexer)  # type: ignore[method-assign]
    highlighter.highlight_block = blocks(highlighter.highlight_block)  # type: ignore[method-assign]


def registered_directive(name: str) -> type[Directive] | None:
    """Return the class of a directive as extensions left it.

    To look one up in the usual way takes a document. docutils 0.20 to 0.22.
    """
    found = directives._directives.get(name)  # type: ignore[attr-defined]
    return found if isinstance(found, type) and issubclass(found, Directive) else None


def write_no_search_index(builder: StandaloneHTMLBuilder) -> None:
    """Let Sphinx forget its search index as soon as it has made one.

    The switch that Sphinx has for it takes away the search page as well. Sphinx 8.1 to 9.1.
    """

    def forget(docnames: object) -> None:
        builder.indexer = None

    builder.load_indexer = forget  # type: ignore[method-assign]


def index_each_word_once(builder: StandaloneHTMLBuilder) -> None:
    """Have Sphinx note each word of a page once in its search index.

    It looks at every word again for the same result. Sphinx 9.0 and 9.1; older ones collect words
    in another way, and keep it.
    """
    load = builder.load_indexer

    def load_indexer(docnames: Any) -> None:
        load(docnames)
        indexer = builder.indexer
        collect = getattr(indexer, "_word_collector", None)
        if indexer is not None and collect is not None:
            indexer._word_collector = lambda doctree: _each_once(collect(doctree))  # type: ignore[method-assign]

    builder.load_indexer = load_indexer  # type: ignore[method-assign]


def _each_once(store: Any) -> Any:
    store.words = list(dict.fromkeys(store.words))
    return store


def index_entries_of_search(builder: Builder) -> tuple[dict[str, Any], Iterable[str]]:
    """Return the index entries that the search index has, by page, and all pages that it knows.

    Sphinx takes words and titles of pages that it does not write from the last search index, and
    forgets their index entries, which then have to be put in. Sphinx 9.0; 8.1 keeps none.
    """
    indexer = getattr(builder, "indexer", None)
    entries = getattr(indexer, "_index_entries", None)
    if not isinstance(entries, dict):
        return {}, ()
    return entries, getattr(indexer, "_titles", {})


def keep_compiled_templates(app: Sphinx) -> None:
    """Keep the compiled templates of the theme between builds.

    Compiling them takes longer than reading and writing one page, which is what most builds do.
    Jinja sees by their text when one changed. Sphinx 8.1 to 9.1.
    """
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    if isinstance(builder.templates, BuiltinTemplateLoader):
        environment = builder.templates.environment
        folder = Path(app.doctreedir, "sitejson", "compiled-templates")
        # A full disk is no reason to stop before anything has to be written.
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            environment.bytecode_cache = CompiledTemplates(str(folder))
        # Nothing changes while a build runs; each include would look at its file otherwise.
        environment.auto_reload = False


def wrap_directives(
    names: tuple[str, ...], wrap: Callable[[type[Directive]], type[Directive]]
) -> None:
    """Put something before directives, whoever registered them.

    Every directive that reads a file has to be asked, those of docutils included, and docutils
    has one table for all applications of a process: what is wrapped already stays as it is.
    docutils 0.20 to 0.22.
    """
    for name in names:
        directive = registered_directive(name) or _built_in(name)
        if directive is not None and not getattr(directive, "is_wrapped", False):
            wrapped = wrap(directive)
            wrapped.is_wrapped = True  # type: ignore[attr-defined]
            directives.register_directive(name, wrapped)


def _built_in(name: str) -> type[Directive] | None:
    from docutils.parsers.rst.languages import en

    found, _messages = directives.directive(name, en, nodes.document(None, None))  # type: ignore[arg-type]
    return found


@contextmanager
def without_spare_document() -> Iterator[None]:
    """Keep MyST from making a document that nobody looks at.

    Its renderer makes an empty one in case it is given none, which takes as long as reading a
    short page. MyST-Parser 5.0 to 5.2.
    """
    make_document = base.make_document
    base.make_document = _no_document  # type: ignore[assignment]
    try:
        yield
    finally:
        base.make_document = make_document


def _no_document(*arguments: object, **options: object) -> None:
    """Stand in for a document that nobody will look at."""
