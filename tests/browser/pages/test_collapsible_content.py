"""Content that opens has a marker, whoever wrote it: authors, Sphinx, and other extensions."""

import pytest

from support.small_sites import settings
from support.windows import visit

pytestmark = pytest.mark.wide

MARKDOWN = """\
# Start

<details>
<summary>Plain</summary>

Text.

</details>

<details class="changelog"><summary>With a class</summary><p>Text.</p></details>
"""
REST = """\
Notes
=====

.. note::
   :collapsible:

   A note that folds.

.. raw:: html

   <details open><summary>Raw</summary>Text.</details>
"""
FILES = {"site.json": settings("index", "notes"), "index.mdx": MARKDOWN, "notes.rst": REST}
MARKER = """(summary) => {
  const style = getComputedStyle(summary);
  return style.display === "list-item" ? style.listStyleType : "none";
}"""


@pytest.mark.parametrize("name", ["index", "notes"])
def test_every_summary_has_a_marker_that_turns(page, publish, name):
    visit(page, f"{publish(FILES)}/{name}.html", reduced_motion="reduce")
    summaries = page.locator(".sj-prose summary")
    assert summaries.count() == 2
    for summary in summaries.all():
        before = summary.evaluate(MARKER)
        summary.click()
        found = {before, summary.evaluate(MARKER)}
        assert found == {"disclosure-closed", "disclosure-open"}, summary.inner_text()


def test_summaries_with_a_marker_of_their_own_have_no_other(page, address):
    for path in ("guides/components/more-components.html", "api/berths/book-a-berth.html"):
        page.goto(f"{address}/{path}")
        summaries = page.locator(".sjc-accordion > summary, .sj-api summary, .sj-row")
        assert summaries.count()
        assert {summary.evaluate(MARKER) for summary in summaries.all()} == {"none"}
