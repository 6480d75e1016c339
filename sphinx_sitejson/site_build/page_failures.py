"""Isolates errors of our own steps: a page on which one fails does not stop the build.

Guarded are our parsers, directives, transforms, the listeners and visitors of one page, and the
writing of HTML. An unexpected error there becomes one warning, ``sitejson.page_failed``, and what
could not be shown is replaced by a notice and its plain text.

An error of another extension stops the build, as in any Sphinx project, and so do errors by which
Sphinx and docutils stop a build on purpose. With ``--pdb``, every error does.

Failed pages are read and written again by the next build, because the cause may be in any file.
"""

from __future__ import annotations

import json
import re
import time
from bdb import BdbQuit
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from hashlib import blake2b
from html import escape
from pathlib import Path
from traceback import extract_tb, format_exception
from typing import Any, Literal, TypeVar

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.transforms import Transform
from docutils.utils import SystemMessage
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError, SphinxError
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.common.characters import readable_name
from sphinx_sitejson.common.files import is_disk_error, remove, write_bytes
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode

from .build_state import BuildState, site_of
from .labels import _
from .output_files import cache_file, read_cache
from .reports import report

Stage = Literal["read", "resolved", "written"]
Visitor = Callable[[Any, Any], None]
_DirectiveClass = TypeVar("_DirectiveClass", bound="type[Directive]")
_TransformClass = TypeVar("_TransformClass", bound="type[Transform]")

MAX_REASON_LENGTH = 200
"""How many characters of an error are repeated in a warning."""

_INTENDED = (SphinxError, SystemMessage, nodes.TreePruningException, BdbQuit)
"""Errors by which Sphinx and docutils stop a build, or the walk through a tree, on purpose."""
_PACKAGE = Path(__file__).parent.parent
# `# Title`, outside of code; a fence ends with at least as many characters as it begins with.
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$")
_NOTICE = "sj-page-failed"
"""The class of the notice on a reduced page."""


class PageGuard:
    """Reports the errors of pages, and records the failed pages for the next build."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._build = str(time.time_ns())
        self._folder = cache_file(app.env, "failed-pages")
        self.before = dict(self._records())
        """The pages that failed in the last build of each format, by the file of their record."""

    def require_isolated(self, error: Exception) -> None:
        """Raise an error that stops the build, as Sphinx, docutils or the developer intend."""
        # Output that cannot be written concerns all pages.
        is_output_error = is_disk_error(error, self._app.outdir, self._app.doctreedir)
        if isinstance(error, _INTENDED) or self._app.pdb or is_output_error:
            raise error

    def report(
        self, docname: str, stage: Stage, error: Exception, outcome: str, line: int | None = None
    ) -> None:
        """Report a failed page once in a build; raise the error if the build is to stop."""
        self.require_isolated(error)
        if docname not in self._app.env.found_docs:
            raise error
        if self.has_failed(docname):
            return
        location = Location(str(self._app.env.doc2path(docname)), line=line)
        problem = _failure(f"this page could not be {stage}", error, outcome, location)
        self.report_part(docname, error, problem)

    def report_part(self, docname: str, error: Exception, problem: Problem) -> None:
        """Report a part of a page that failed and was left out; the next build tries it again."""
        self.require_isolated(error)
        record = json.dumps({"docname": docname, "build": self._build})
        # A file for each page: several processes fail at the same time.
        write_bytes(self._file(docname), record.encode(), below=self._app.doctreedir)
        report([problem], traceback=traceback_text(self._app, error))

    def has_failed(self, docname: str) -> bool:
        """Whether a page has failed in this build, in whichever process."""
        return read_cache(self._file(docname), dict).get("build") == self._build

    def remove_repaired(self) -> None:
        """Remove the records of pages that this builder has built and that did not fail again."""
        for file, docname in self.before.items():
            if file == self._file(docname) and not self.has_failed(docname):
                remove(file)

    def _records(self) -> Iterator[tuple[Path, str]]:
        for file in sorted(self._folder.glob("*.json")):
            if record := read_cache(file, dict):
                yield file, str(record.get("docname"))

    def _file(self, docname: str) -> Path:
        name = f"{self._app.builder.name} {docname}"
        return self._folder / f"{blake2b(name.encode(), digest_size=16).hexdigest()}.json"


page_guard: BuildState[PageGuard] = BuildState()
"""Installed when the builder is known."""


# Messages


def summarize_error(error: BaseException, caller: str = __file__) -> str:
    """Return the class, the text and the origin of an error: ``KeyError: 'a' (conf.py:12)``.

    :param caller: the file that called what failed, and is not its origin.
    """
    reason = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":").rstrip(".")
    if len(reason) > MAX_REASON_LENGTH:
        reason = f"{reason[: MAX_REASON_LENGTH - 1]}…"
    # The origin of an error in a template is the template, not the library.
    origins = [
        call
        for call in extract_tb(error.__traceback__)
        if call.filename != caller and "jinja2" not in Path(call.filename).parts
    ]
    return (
        f"{reason} ({Path(origins[-1].filename).name}:{origins[-1].lineno})" if origins else reason
    )


def _failure(subject: str, error: Exception, outcome: str, location: Location) -> Problem:
    """Return the problem of a failure, with what the author can do."""
    calls = extract_tb(error.__traceback__)
    cure = "check this code and what the page passes to it; sphinx-build -v shows the traceback."
    if calls and Path(calls[-1].filename).is_relative_to(_PACKAGE):
        cure = "please report this bug with the traceback that sphinx-build -v shows."
    message = f"{subject}: {summarize_error(error)}; {outcome}; {cure}"
    return Problem(ProblemCode.PAGE_FAILED, message, location)


def traceback_text(app: Sphinx, error: BaseException) -> str:
    """Return the traceback of an error for ``sphinx-build -v``, else nothing."""
    return "".join(format_exception(error)).rstrip() if app.verbosity else ""


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
    heading, ids = (title, []) if first is None else (first.astext(), first["ids"])
    section = nodes.section("", ids=ids or [nodes.make_id(heading) or "page"])
    section += nodes.title("", heading)
    section += nodes.warning("", nodes.paragraph("", str(notice)), classes=[_NOTICE])
    section += content
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


# Our steps


def extension_error(
    env: BuildEnvironment, error: Exception, name: str, path: str, line: int
) -> Exception:
    """Return the error with which a directive or role of another extension stops the build."""
    page_guard(env).require_isolated(error)
    return ExtensionError(f"{path}:{line}: {name} failed", error)


def guard_directive(directive: _DirectiveClass) -> _DirectiveClass:
    """Return a directive of ours that is left out where it fails."""

    def run(self: Any) -> Sequence[nodes.Node]:
        try:
            result = directive.run(self)
        except Exception as error:
            source, line = self.get_source_info()
            location = Location(str(source), line=line)
            problem = _failure(f'"{self.name}" failed', error, "it is left out", location)
            page_guard(self.env).report_part(self.env.docname, error, problem)
            return [nodes.warning("", nodes.paragraph("", self.block_text), classes=[_NOTICE])]
        return result

    return _derived(directive, run=run)


def guard_transform(transform: _TransformClass) -> _TransformClass:
    """Return a transform of ours that reduces a page on which it fails to its plain text."""

    def apply(self: Any, **options: Any) -> None:
        try:
            transform.apply(self, **options)  # type: ignore[attr-defined]
        except Exception as error:
            env, document = self.env, self.document
            is_book = next(iter(document.findall(addnodes.start_of_file)), None) is not None
            is_page = str(document.get("source", "")) == str(env.doc2path(env.docname))
            outcome = "it is shown as plain text"
            if is_book or not is_page:
                outcome = f'the step "{transform.__name__}" was skipped'
            stage: Stage = "resolved" if issubclass(transform, SphinxPostTransform) else "read"
            page_guard(env).report(env.docname, stage, error, outcome)
            if is_page and not is_book:
                reduce_page(document, fallback_title(env, env.docname))

    return _derived(transform, apply=apply)


_Class = TypeVar("_Class", bound=type)


def _derived(base: _Class, **members: Any) -> _Class:
    """Return a subclass of the same name."""
    return type(base)(base.__name__, (base,), {"__module__": base.__module__, **members})


def isolate_visitors(visit: Visitor, depart: Visitor) -> tuple[Visitor, Visitor]:
    """Return the HTML visitors of a node of ours, which show its text in a box where they fail."""

    @wraps(visit)
    def isolated(translator: Any, node: Any) -> None:
        body, context = len(translator.body), len(translator.context)
        try:
            visit(translator, node)
        except nodes.TreePruningException:
            raise
        except Exception as error:
            builder = translator.builder
            outcome = "a part of it is shown as plain text"
            docname = builder.current_docname
            page_guard(builder.env).report(docname, "written", error, outcome, node.line)
            del translator.body[body:], translator.context[context:]
            translator.body.append(
                f'<div class="admonition warning {_NOTICE}">{escape(node.astext())}</div>'
            )
            raise nodes.SkipNode from error

    return isolated, depart


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
            page_guard(app.env).report(find_page(app, *args), stage, error, outcome)
            return None

    return listen


# Builds


def install_guard(app: Sphinx) -> None:
    """Install the guard before the first page is read."""
    page_guard.set(app.env, PageGuard(app))


def failed_pages(app: Sphinx, env: BuildEnvironment, *changes: object) -> list[str]:
    """Return the pages that failed before: the cause may be anywhere, and may be gone."""
    return sorted(set(page_guard(env).before.values()))


def pages_beside_failed(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return all pages if any failed before: they may refer to its labels."""
    return sorted(env.all_docs) if page_guard(env).before else []


def finish_failures(app: Sphinx, exception: Exception | None) -> None:
    """Remove the records of repaired pages."""
    if exception is None:
        page_guard(app.env).remove_repaired()
