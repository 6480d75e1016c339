"""Report pages and files whose URLs differ only by case: many disks store one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted
from sphinx_sitejson.sphinx_ext.common.reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def report_case_collisions(app: Sphinx, env: BuildEnvironment) -> None:
    """Report each group of pages and files once, with the files of all."""
    groups: dict[str, dict[str, Path]] = {}
    for url, file in _published_files(app, env):
        groups.setdefault(url.casefold(), {}).setdefault(url, file)
    for group in groups.values():
        if len(group) > 1:
            report([_describe(Path(env.srcdir), [group[url] for url in sorted(group)])])


def _published_files(app: Sphinx, env: BuildEnvironment) -> Iterator[tuple[str, Path]]:
    """Yield the path of each page and file in the output, without a suffix for pages."""
    for docname in env.found_docs:
        yield docname, Path(env.doc2path(docname))
    for source, (_docnames, name) in env.images.items():
        yield f"{app.builder.imagedir}/{name}", Path(env.srcdir, source)
    if app.builder.format != "html":
        return
    for folder, names in (
        ("_static/", app.config.html_static_path),
        ("", app.config.html_extra_path),
    ):
        for name in names:
            path = Path(app.confdir, name)
            if not path.is_dir():
                yield f"{folder}{path.name}", path
            for parent, _folders, files in os.walk(path):
                below = Path(parent).relative_to(path).as_posix()
                prefix = folder if below == "." else f"{folder}{below}/"
                yield from ((f"{prefix}{file}", Path(parent, file)) for file in files)


def _describe(root: Path, files: list[Path]) -> Problem:
    *others, last = (os.path.relpath(file, root).replace(os.sep, "/") for file in files)
    message = (
        f"the URL differs only by case from that of {', '.join(map(quoted, others))}; where case "
        "is ignored, as on Windows and macOS, one file replaces the other. Rename one of them."
    )
    return Problem(
        code=ProblemCode.CASE_COLLISION, message=message, location=Location(file=last, line=1)
    )
