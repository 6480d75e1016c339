"""Pages that are not UTF-8: they are read as far as possible, with a warning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_sitejson.common.characters import readable_page
from sphinx_sitejson.common.files.writing import write_text
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.openapi.generated_pages import SiteProject

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_BEGINS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def repair_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Have Sphinx read a copy of each page that it could not decode."""
    if not isinstance(app.project, SiteProject):
        return
    for docname in docnames:
        path = Path(env.doc2path(docname))
        try:
            content = path.read_bytes()
            content.decode("utf-8")
        except UnicodeDecodeError:
            folder = Path(app.doctreedir, "sitejson", "repaired")
            copy = folder / f"{docname}{path.suffix}"
            write_text(copy, decoded(content), below=folder)
            app.project.read_instead(docname, copy)
            message = "the page is not text in UTF-8; some of it may be wrong. Save it as UTF-8."
            place = Place(file=str(path), line=1)
            report([Problem(code=ProblemCode.PAGE_ENCODING, message=message, place=place)])
        except OSError:
            continue


def decoded(content: bytes) -> str:
    """Return a text in whatever encoding it is."""
    is_utf_16 = content.startswith(_BEGINS_OF_UTF_16)
    # What else cannot be shown would be told with a place in the copy.
    return readable_page(content.decode("utf-16" if is_utf_16 else "utf-8", errors="replace"))
