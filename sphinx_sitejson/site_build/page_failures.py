"""Isolates errors: a page that cannot be read, resolved or written does not stop the build.

An unexpected error becomes one warning, ``sitejson.page_failed``, and the page is reduced to its
title, a notice, and its plain text as far as that is available. What is isolated:

- Every error on pages that our parsers read (``.mdx``, and ``.md``): in the parser, in transforms,
  post-transforms and writers, whoever they belong to.
- On all other pages, errors of our own steps: our transforms and post-transforms, the listeners in
  ``events``, the visitors of our nodes, and the templates of our theme. Errors that Sphinx or
  other extensions raise there stop the build, as they do without this extension.

What is never isolated: errors with which Sphinx and docutils stop a build on purpose
(``SphinxError``, so also ``ExtensionError`` and ``--exception-on-warning``; ``SystemMessage``), and
any error under ``--pdb``. ``sphinx-build -T`` and ``-v`` add the traceback to the warning.

Failed pages are read and written again by the next build, whether they changed or not, because the
cause may be in any file.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from bdb import BdbQuit
from collections.abc import Callable, Iterator, Set
from functools import partial, wraps
from hashlib import blake2b
from html import escape
from pathlib import Path
from traceback import format_exception, walk_tb
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.utils import SystemMessage
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import ExtensionError, SphinxError, ThemeError
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import get_filetype

from sphinx_sitejson.common.characters import readable_name
from sphinx_sitejson.common.files import DISK_ERRORS, remove, write_bytes, write_text
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode

from .build_state import BuildState, site_of
from .html_builder import (
    WritePage,
    wrap_document_storing,
    wrap_page_writing,
    wrap_paginated_writing,
)
from .labels import _
from .other_extensions import has_our_theme
from .output_files import cache_file, read_cache
from .private_interfaces import wrap_transforms
from .reports import report

if TYPE_CHECKING:
    from docutils.transforms import Transform
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

Stage = Literal["read", "resolved", "written"]
Visitor = Callable[[Any, Any], None]

PACKAGE = __name__.partition(".")[0]
MAX_REASON_LENGTH = 200
"""How many characters of an error are repeated in a warning."""
BEFORE_ALL_OTHERS = 0
"""The priority of transforms that run first."""

_INTENDED = (SphinxError, SystemMessage, nodes.TreePruningException, BdbQuit)
"""Errors by which Sphinx and docutils stop a build, or the walk through a tree, on purpose."""
_OUR_STEP = "_raised_by_sitejson_step"
_DOCUMENT_READ = "sitejson_document_read"
"""The key under which the environment keeps the ``id`` of the page's document while it is read.

Parsers also run for parts of a page, such as its translated paragraphs; those have documents of
their own.
"""
_IS_REDUCED = "sitejson_is_reduced"
"""The key under which the environment keeps that the page that is read was reduced."""
# `# Title`, outside of code; a fence ends with at least as many characters as it begins with.
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$")
# `-T`, also among other options without a value, such as in `-qT`.
_SHOW_TRACEBACK = re.compile(r"-[aEnNqQWP]*T[aEnNqQWPT]*|--show-traceback")
_NOTICE = "sj-page-failed"
"""The class of the notice on a reduced page."""


class _Failure(NamedTuple):
    """A failed page as the builds keep it."""

    builder: str
    docname: str
    stage: str
    """A ``Stage``, ``part`` if only a part of the page failed, or ``repaired`` by another builder:

    the stored document is good again, and what this builder wrote is not.
    """
    build: str


class PageGuard:
    """Decides which errors of a page are isolated, reports them, and records the failed pages."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._build = str(time.time_ns())
        self._folder = cache_file(app.env, "failed-pages")
        self.before = tuple(self._failures())
        """The pages that failed in the last build of each format."""
        self.reduced_in_book: set[str] = set()
        """The pages that are reduced when paginated output is written again without them."""
        self.resolved_page = ""
        """The page whose references are resolved at the moment."""

    def is_isolated(self, docname: str) -> bool:
        """Whether all errors of a page are isolated, and not only those of our own steps."""
        env = self._app.env
        if docname not in env.found_docs:
            return False
        filetype = get_filetype(env.config.source_suffix, env.doc2path(docname))
        parser = self._app.registry.get_source_parsers().get(filetype)
        return parser is not None and issubclass(parser, IsolatedParser)

    def isolates(self, error: Exception, docname: str) -> bool:
        """Whether an error of a page is isolated."""
        if docname not in self._app.env.found_docs:
            return False
        is_own = getattr(error, _OUR_STEP, False)
        return is_own or self.is_isolated(docname) or self.has_failed(docname)

    def name_page(self, error: Exception, docname: str) -> None:
        """Add the page to an error of another extension's listener; Sphinx names only the event."""
        if isinstance(error, ExtensionError) and self.is_isolated(docname):
            path = str(self._app.env.doc2path(docname))
            if path not in error.message:
                error.message = f"{path}: {error.message}"
                error.args = (error.message,)

    def must_stop(self, error: Exception) -> bool:
        """Whether an error stops the build, as Sphinx, docutils or the developer intend."""
        return isinstance(error, _INTENDED) or self._is_output_error(error) or bool(self._app.pdb)

    def _is_output_error(self, error: Exception) -> bool:
        """Whether the output cannot be written, which concerns all pages."""
        if not isinstance(error, OSError):
            return False
        file = Path(os.fsdecode(error.filename)) if error.filename else None
        folders = (Path(self._app.outdir), Path(self._app.doctreedir))
        return error.errno in DISK_ERRORS or bool(file and any(map(file.is_relative_to, folders)))

    def report(self, docname: str, stage: Stage, error: Exception, outcome: str) -> None:
        """Report a failed page once in a build, and record it for the next build."""
        if self.has_failed(docname):
            return
        self._record(docname, stage)
        path = str(self._app.env.doc2path(docname))
        message = f"this page could not be {stage}: {summarize_error(error)}; {outcome}; "
        message += _cure(error)
        location = Location(file=path, line=_error_line(error, path))
        problem = Problem(code=ProblemCode.PAGE_FAILED, message=message, location=location)
        report([problem], traceback=traceback_text(self._app, error))

    def report_part(self, docname: str, error: Exception, problem: Problem) -> None:
        """Report a part of a page that failed and was left out; the next build tries it again."""
        if self.must_stop(error):
            raise error
        if not self.has_failed(docname):
            self._record(docname, "part")
        report([problem], traceback=traceback_text(self._app, error))

    def has_failed(self, docname: str) -> bool:
        """Whether a page has failed in this build, in whichever process."""
        cached = _as_failure(read_cache(self._file(self._app.builder.name, docname)))
        return cached is not None and cached.build == self._build and cached.stage != "part"

    def pages_to_read(self) -> set[str]:
        """Return the pages whose stored document is reduced, or that this builder has to write."""
        name = self._app.builder.name
        return {each.docname for each in self.before if each.builder == name or _is_read(each)}

    def are_others_readable(self) -> bool:
        """Whether other pages can be read than in the last build of this builder."""
        name = self._app.builder.name
        before = {
            each.docname
            for each in self.before
            if each.builder == name and each.stage in ("read", "repaired")
        }
        now = {
            each.docname
            for each in self._failures()
            if each.build == self._build and each.stage == "read"
        }
        return before != now

    def remove_repaired(self) -> None:
        """Remove the records of pages that did not fail again."""
        failures = list(self._failures())
        failed = {each.docname for each in failures if each.build == self._build}
        for each in failures:
            if each.builder == self._app.builder.name and each.build != self._build:
                remove(self._file(each.builder, each.docname))
            elif each.docname not in failed and _is_read(each):
                self._keep(each._replace(stage="repaired"))

    def _failures(self) -> Iterator[_Failure]:
        for file in sorted(self._folder.glob("*.json")):
            if (cached := _as_failure(read_cache(file))) is not None:
                yield cached

    def _record(self, docname: str, stage: Stage | Literal["part"]) -> None:
        self._keep(_Failure(self._app.builder.name, docname, stage, self._build))

    def _keep(self, failure: _Failure) -> None:
        # A file for each page: several processes fail at the same time.
        file = self._file(failure.builder, failure.docname)
        content = json.dumps(failure._asdict()).encode()
        write_bytes(file, content, below=Path(self._app.doctreedir))

    def _file(self, builder: str, docname: str) -> Path:
        digest = blake2b(f"{builder} {docname}".encode(), digest_size=16).hexdigest()
        return self._folder / f"{digest}.json"


def _is_read(failure: _Failure) -> bool:
    """Whether the stored document of a page is the one that failed."""
    return failure.stage in ("read", "part")


def _as_failure(value: Any) -> _Failure | None:
    try:
        return _Failure(**value)
    except TypeError:
        return None


def _no_guard(env: BuildEnvironment) -> PageGuard:
    raise RuntimeError("The guard is installed when the builder is known.")


page_guard: BuildState[PageGuard] = BuildState(_no_guard)


# Messages


def summarize_error(error: BaseException, caller: str = __file__) -> str:
    """Return the class, the text and the origin of an error: ``KeyError: 'a' (conf.py:12)``.

    :param caller: the file that called what failed, and is not its origin.
    """
    reason = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":").rstrip(".")
    if len(reason) > MAX_REASON_LENGTH:
        reason = f"{reason[: MAX_REASON_LENGTH - 1]}…"
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        # The origin of an error in a template is the template, not the library.
        if frame.f_code.co_filename != caller and not _is_of_jinja(frame)
    ]
    return f"{reason} ({Path(frames[-1][0]).name}:{frames[-1][1]})" if frames else reason


def _is_of_jinja(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("jinja2.")


def _cure(error: BaseException) -> str:
    """Return what the author can do."""
    modules = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    if modules and modules[-1].startswith(f"{PACKAGE}."):
        return "please report this bug with the traceback that sphinx-build -T shows."
    return "check this code and what the page passes to it; sphinx-build -T shows the traceback."


def traceback_text(app: Sphinx, error: BaseException) -> str:
    """Return the traceback of an error if the author asked for tracebacks, else nothing.

    Sphinx evaluates ``-T`` only after a build has stopped, and does not expose it to extensions.
    """
    if not getattr(app.builder, "shows_tracebacks", True):
        return ""
    if app.verbosity or any(map(_SHOW_TRACEBACK.fullmatch, sys.argv[1:])):
        return "".join(format_exception(error)).rstrip()
    return ""


def _error_line(error: BaseException, path: str) -> int | None:
    """Return the line of a page at which an error was raised, if the traceback shows it."""
    for value in _local_values(error):
        if isinstance(value, nodes.Element) and value.line and value.source in (path, None):
            return value.line
        if isinstance(value, Directive) and value.lineno:
            return value.lineno
        if isinstance(value, Token | SyntaxTreeNode) and value.map:
            return value.map[0] + 1
    return None


def _error_page(env: BuildEnvironment, error: BaseException) -> str | None:
    """Return the page of the innermost node in a traceback, where a book has many pages."""
    for value in _local_values(error):
        if isinstance(value, nodes.Element) and (docname := _node_page(env, value)):
            return docname
    return None


def _local_values(error: BaseException) -> Iterator[object]:
    """Yield the local variables of the functions in a traceback, those of the innermost first."""
    for frame, _line in reversed(list(walk_tb(error.__traceback__))):
        yield from list(frame.f_locals.values())


def _node_page(env: BuildEnvironment, node: nodes.Node) -> str | None:
    """Return the page that a node belongs to.

    Sphinx leaves the nodes of each page of a book below the document from which it took them.
    """
    while node.parent is not None:
        node = node.parent
        if isinstance(node, addnodes.start_of_file):
            return str(node["docname"])
    if isinstance(node, nodes.document):
        return env.path2doc(str(node.get("source", "")))
    return None


# Reduced pages


def reduce_page(page: nodes.Element, title: str) -> None:
    """Replace the content of a page by its title, a notice, and its plain text.

    Tables of contents stay, as do the pages that a book has in their place. So do the ids, because
    other pages link to them.

    :param page: the document, or the node that holds the page in a book.
    :param title: the title of a page that has no heading.
    """
    content = list(_plain_blocks(page))
    first = content.pop(0) if content and isinstance(content[0], nodes.rubric) else None
    notice = _("This page could only be shown as plain text.")
    if not content:
        notice = _("The content of this page could not be read.")
    section = nodes.section()
    section["ids"] = list(first["ids"]) if first is not None else []
    section["names"] = []
    heading = first.astext() if first is not None else title
    section += nodes.title("", heading)
    section += nodes.warning("", nodes.paragraph("", str(notice)), classes=[_NOTICE])
    section += content
    if not section["ids"]:
        section["ids"] = [nodes.make_id(heading) or "page"]
    on_top = [child for child in page.children if isinstance(child, nodes.docinfo)]
    page.children = []
    page += [*on_top, section]


def reduced_copy(document: nodes.document, title: str) -> nodes.Element:
    """Return the reduced content of a page, which itself stays as it is."""
    copy = nodes.container("")
    # Only the list is shared; blocks are copies.
    copy.children = document.children
    reduce_page(copy, title)
    return copy


def _plain_blocks(page: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the text of a page as blocks; without recursion, for trees that are too deep for it."""
    ids: list[str] = []
    waiting: list[nodes.Node] = list(reversed(page.children))
    while waiting:
        node = waiting.pop()
        if isinstance(node, addnodes.toctree | addnodes.start_of_file):
            yield node
            continue
        if isinstance(node, nodes.docinfo | nodes.system_message | nodes.raw):
            continue
        if not isinstance(node, nodes.Element):
            if text := _node_text(node):
                yield nodes.paragraph("", text)
            continue
        ids += [name for name in node["ids"] if name not in ids]
        if isinstance(node, nodes.Invisible) or _NOTICE in node["classes"]:
            continue
        if not isinstance(node, nodes.TextElement):
            waiting += reversed(node.children)
            continue
        if text := _node_text(node):
            yield _plain_block(node, text, ids)
            ids = []


def _node_text(node: nodes.Node) -> str:
    """Return the text of a node; nothing if the node itself is what is broken."""
    try:
        return node.astext().strip()
    except Exception:
        return ""


def _plain_block(node: nodes.TextElement, text: str, ids: list[str]) -> nodes.Element:
    block: nodes.Element
    if isinstance(node, nodes.title):
        block = nodes.rubric("", text)
    elif isinstance(node, nodes.FixedTextElement):
        block = nodes.literal_block(text, text, language="none")
    else:
        block = nodes.paragraph("", text)
    block["ids"] = ids
    return block


def find_title(text: str) -> str:
    """Return the first heading of the highest level in Markdown: ``# Title`` gives ``Title``."""
    fence = ""
    found: list[tuple[int, str]] = []
    for line in text.split("\n"):
        if match := _FENCE.match(line):
            if not fence:
                fence = match[1]
            elif match[1].startswith(fence):
                fence = ""
        elif not fence and (heading := _HEADING.match(line)):
            found.append((len(heading[1]), heading[2]))
    return re.sub(r"[*`]", "", min(found, key=lambda each: each[0])[1]) if found else ""


def fallback_title(env: BuildEnvironment, docname: str) -> str:
    """Return a title for a page without a heading: of its front matter, or made from its name."""
    title = str(env.metadata.get(docname, {}).get("title") or "")
    if not title and docname == env.config.root_doc:
        title = site_of(env).settings.name
    return title or readable_name(docname)


# Reading


class IsolatedParser:
    """The base class of parsers whose pages are isolated; they implement ``parse_page``."""

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse one page; one that cannot be parsed has only its title and a notice."""
        env: BuildEnvironment = document.settings.env
        if env.temp_data.get(_DOCUMENT_READ):
            # A part of a page; its errors are those of the page.
            self.parse_page(inputstring, document)
            return
        env.temp_data[_DOCUMENT_READ] = id(document)
        transforms = list(document.transformer.transforms)
        try:
            self.parse_page(inputstring, document)
        except Exception as error:
            guard = page_guard(env)
            if guard.must_stop(error):
                guard.name_page(error, env.docname)
                raise
            self.discard_state(env)
            guard.report(env.docname, "read", error, "it shows only its title")
            document.transformer.transforms = transforms
            _clear(document)
            title = fallback_title(env, env.docname)
            if not env.metadata[env.docname].get("title"):
                title = find_title(inputstring) or title
            env.temp_data[_IS_REDUCED] = True
            reduce_page(document, title)

    def parse_page(self, text: str, document: nodes.document) -> None:
        """Parse the text of a page into its document."""
        raise NotImplementedError

    def discard_state(self, env: BuildEnvironment) -> None:
        """Discard what is shared between pages, and was left in the middle of one."""

    def get_transforms(self) -> list[type[Transform]]:
        """Return the transforms of these pages, with the one that isolates all others."""
        transforms: list[type[Transform]] = super().get_transforms()  # type: ignore[misc]
        return [*transforms, IsolatedTransforms]


def _clear(document: nodes.document) -> None:
    """Remove all nodes from a document, also those that only its tables of ids and names have."""
    source, transformer = str(document["source"]), document.transformer
    document.__init__(document.settings, document.reporter, source=source)  # type: ignore[misc]
    document.note_source(source, -1)
    document.transformer = transformer


class IsolatedTransforms(SphinxTransform):
    """Runs all other transforms of a page, and reduces the page if one of them fails.

    docutils takes each transform out of its list before it runs it, and runs those that are left.
    """

    default_priority = BEFORE_ALL_OTHERS

    def apply(self, **kwargs: object) -> None:
        """Run what is left to run."""
        document = self.document
        if self.env.temp_data.get(_DOCUMENT_READ) != id(document):
            return
        observer = document.note_transform_message
        # The inner run has an observer of its own, which it leaves behind when it fails.
        document.reporter.detach_observer(observer)
        try:
            while not self._runs_to_end():
                document.reporter.detach_observer(observer)
        finally:
            document.reporter.attach_observer(observer)

    def _runs_to_end(self) -> bool:
        guard, docname = page_guard(self.env), self.env.docname
        try:
            self.document.transformer.apply_transforms()
        except Exception as error:
            if guard.must_stop(error):
                guard.name_page(error, docname)
                raise
            guard.report(docname, "read", error, "it is shown as plain text")
            # Transforms may expect what only a complete page has; a reduced one does without them.
            if not self.env.temp_data.get(_IS_REDUCED):
                self.env.temp_data[_IS_REDUCED] = True
                reduce_page(self.document, fallback_title(self.env, docname))
            return False
        return True


# Resolving


def isolate_transforms(app: Sphinx) -> None:
    """Isolate our own transforms, and all post-transforms if the project has pages of our parsers.

    ``IsolatedTransforms`` runs the transforms of others on these pages.
    """
    parsers = app.registry.get_source_parsers().values()
    has_our_pages = any(issubclass(parser, IsolatedParser) for parser in parsers)

    def isolate(usual: type[Transform], *, is_post_transform: bool) -> type[Transform]:
        is_own = usual.__module__.startswith(f"{PACKAGE}.")
        if not is_own and not (is_post_transform and has_our_pages):
            return usual

        def apply(self: Transform, **options: Any) -> None:
            try:
                usual.apply(self, **options)  # type: ignore[attr-defined]
            except Exception as error:
                if is_own:
                    mark_extension_step(error)
                if is_post_transform:
                    _reduce_resolved(app, self.document, error)
                elif page_guard(app.env).is_isolated(app.env.docname):
                    # The complete page is reduced.
                    raise
                else:
                    outcome = f'the step "{usual.__name__}" was skipped'
                    report_extension_step(app.env, app.env.docname, "read", error, outcome)

        return type(usual.__name__, (usual,), {"apply": apply, "__module__": usual.__module__})

    wrap_transforms(app, isolate)


def _reduce_resolved(app: Sphinx, document: nodes.document, error: Exception) -> None:
    """Reduce a page on which a post-transform failed; raise the error where it is not isolated."""
    env, guard = app.env, page_guard(app.env)
    docname = env.docname
    is_page = str(document.get("source", "")) == str(env.doc2path(docname))
    if guard.must_stop(error):
        guard.name_page(error, docname)
        raise error
    if not is_page or _is_paginated(document) or not guard.isolates(error, docname):
        raise error
    guard.report(docname, "resolved", error, "it is shown as plain text")
    reduce_page(document, fallback_title(env, docname))


def _is_paginated(document: nodes.document) -> bool:
    return next(iter(document.findall(addnodes.start_of_file)), None) is not None


class ReducedPaginatedPages(SphinxPostTransform):
    """Reduces the pages that could not be written in a book."""

    default_priority = BEFORE_ALL_OTHERS

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        for docname in sorted(page_guard(self.env).reduced_in_book):
            page = _page_in(self.document, self.env.docname, docname)
            if page is not None:
                reduce_page(page, fallback_title(self.env, docname))


def _page_in(document: nodes.document, root: str, docname: str) -> nodes.Element | None:
    """Return what holds a page in a document, which may be a book."""
    if docname == root:
        return document
    files = document.findall(addnodes.start_of_file)
    return next((file for file in files if file["docname"] == docname), None)


# Writing


def isolate_writing(app: Sphinx) -> None:
    """Isolate the writing of pages and of books."""
    wrap_document_storing(app.builder, partial(_store_document, app))
    wrap_page_writing(app.builder, partial(_write_page, app))
    wrap_paginated_writing(app.builder, partial(_write_paginated, app))


def _store_document(
    app: Sphinx, store: Callable[..., None], docname: str, document: nodes.document, **options: Any
) -> None:
    """Store the document of a page that was read, or a reduced one where it cannot be pickled."""
    guard = page_guard(app.env)
    try:
        store(docname, document, **options)
    except Exception as error:
        if guard.must_stop(error) or not guard.isolates(error, docname):
            raise
        guard.report(docname, "read", error, "it is shown as plain text")
        reduce_page(document, fallback_title(app.env, docname))
        reduced = document.children
        _clear(document)
        document += reduced
        store(docname, document, **options)


def _write_page(app: Sphinx, write: WritePage, docname: str, doctree: nodes.document) -> None:
    """Write a page, and again without what could not be written of it."""
    reduced: set[str] = set()
    while True:
        try:
            write(docname, doctree)
        except Exception as error:
            failed = _failed_page(app, error, docname, doctree)
            page = _page_in(doctree, docname, failed)
            if page is not None and failed not in reduced:
                reduced.add(failed)
                reduce_page(page, fallback_title(app.env, failed))
                continue
            if not has_our_theme(app.builder) or _is_paginated(doctree):
                raise
            _write_bare_page(app.builder, docname, doctree)
        return


def _write_paginated(app: Sphinx, write: Callable[[Set[str]], None], docnames: Set[str]) -> None:
    """Write documents of many pages, and again without those pages that could not be written."""
    reduced = page_guard(app.env).reduced_in_book
    while True:
        try:
            write(docnames)
        except Exception as error:
            failed = _failed_page(app, error, _error_page(app.env, error) or "")
            if failed in reduced:
                raise
            reduced.add(failed)
            continue
        return


def _failed_page(
    app: Sphinx, error: Exception, docname: str, doctree: nodes.document | None = None
) -> str:
    """Report the page that could not be written, and return it; raise what is not isolated."""
    guard, cause = page_guard(app.env), error.__cause__
    if isinstance(error, ThemeError) and cause is not None and has_our_theme(app.builder):
        # Sphinx stops when a template fails; those of our theme are a step of ours.
        assert isinstance(cause, Exception)
        error = cause
        mark_extension_step(error)
    if doctree is not None and _is_paginated(doctree):
        docname = _error_page(app.env, error) or ""
    if guard.must_stop(error):
        guard.name_page(error, docname)
        raise error
    if not guard.isolates(error, docname):
        raise error
    guard.report(docname, "written", error, "it is shown as plain text")
    return docname


def _write_bare_page(builder: Builder, docname: str, doctree: nodes.document) -> None:
    """Write a page that not even the templates of the theme can show."""
    assert isinstance(builder, StandaloneHTMLBuilder)
    blocks = [escape(node.astext()) for node in doctree.findall(nodes.TextElement)]
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(builder.config.language or "en")}"><head><meta charset="utf-8">',
        f"<title>{blocks[0]}</title></head><body>",
        f"<h1>{blocks[0]}</h1>",
        *(f"<p>{block}</p>" for block in blocks[1:]),
        "</body></html>\n",
    ]
    file = Path(builder.get_outfilename(docname))
    write_text(file, "\n".join(lines), below=Path(builder.outdir))


# Steps of our own


def mark_extension_step(error: Exception) -> None:
    """Mark an error as one of our own steps, which are isolated on all pages."""
    setattr(error, _OUR_STEP, True)


def isolate_visitors(visit: Visitor, depart: Visitor) -> tuple[Visitor, Visitor]:
    """Return the visitors of a node of ours so that their errors are isolated on all pages."""

    def isolate(visitor: Visitor) -> Visitor:
        @wraps(visitor)
        def isolated(translator: Any, node: Any) -> None:
            try:
                visitor(translator, node)
            except Exception as error:
                mark_extension_step(error)
                raise

        return isolated

    return isolate(visit), isolate(depart)


_EVENTS: dict[str, tuple[Stage, Callable[..., str]]] = {
    "source-read": ("read", lambda app, docname, source: docname),
    "include-read": ("read", lambda app, path, docname, source: docname),
    "doctree-read": ("read", lambda app, doctree: app.env.docname),
    "missing-reference": ("resolved", lambda app, env, node, content: env.docname),
    "warn-missing-reference": ("resolved", lambda app, domain, node: app.env.docname),
    "doctree-resolved": ("resolved", lambda app, doctree, docname: docname),
    "html-page-context": ("written", lambda app, pagename, *others: pagename),
}
"""The events of one page: their stage, and the page by the arguments of a listener."""


def isolate_listener(event: str, listener: Callable[..., Any]) -> Callable[..., Any]:
    """Return a listener of ours that is skipped where it fails, if its event is one of a page."""
    if event not in _EVENTS:
        return listener
    stage, find_page = _EVENTS[event]

    @wraps(listener)
    def listen(app: Sphinx, *args: Any) -> Any:
        try:
            return listener(app, *args)
        except Exception as error:
            outcome = f'the step "{listener.__name__}" was skipped'
            report_extension_step(app.env, find_page(app, *args), stage, error, outcome)
            return None

    return listen


def report_extension_step(
    env: BuildEnvironment, docname: str, stage: Stage, error: Exception, outcome: str
) -> None:
    """Report a step of ours that failed on a page; raise the error if it is not isolated."""
    guard = page_guard(env)
    mark_extension_step(error)
    if guard.must_stop(error) or not guard.isolates(error, docname):
        raise error
    guard.report(docname, stage, error, outcome)


# Builds


def install_guard(app: Sphinx) -> None:
    """Install the guard before the first page is read."""
    page_guard.set(app.env, PageGuard(app))
    isolate_writing(app)


def failed_pages(
    app: Sphinx, env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> list[str]:
    """Return the pages that failed before: the cause may be anywhere, and may be gone."""
    return sorted(page_guard(env).pages_to_read())


def pages_beside_failed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return all pages if other pages can be read than in the last build.

    References to the labels of such a page are resolved, or are not, on any page.
    """
    return sorted(env.all_docs) if page_guard(env).are_others_readable() else []


def begin_resolving(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Record whose references are resolved, before any other listener."""
    page_guard(app.env).resolved_page = docname


def end_resolving(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Record that all listeners have returned."""
    page_guard(app.env).resolved_page = ""


def finish_failures(app: Sphinx, exception: Exception | None) -> None:
    """Name the page in an error that stopped the build, or remove the records of repaired pages."""
    if getattr(app, "env", None) is None:
        return
    guard = page_guard(app.env)
    if exception is None:
        guard.remove_repaired()
    elif guard.resolved_page:
        guard.name_page(exception, guard.resolved_page)
