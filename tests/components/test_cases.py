"""Components as html, text and latex.

After a change that is meant, ``SITEJSON_WRITE_CASES=1 pytest …/test_cases.py`` writes the new
expectations; read them before they are committed.
"""

import os
from pathlib import Path

import pytest

from .cases import BUILDERS, read_cases, shown_html, shown_latex, shown_text, write_cases

PICTURE = Path(__file__).parents[2] / "example_project" / "images" / "parts-of-a-page.png"
CASES = list(read_cases())


def files() -> dict[str, object]:
    pages = {f"{case.page}.mdx": f"---\ntitle: A case\n---\n\n{case.source}" for case in CASES}
    return {
        "site.json": {
            "name": "Cases",
            "navigation": [{"group": "All", "pages": ["other", *(case.page for case in CASES)]}],
        },
        "other.mdx": "---\ntitle: Other\n---\n\nOther.\n",
        "pic.png": PICTURE.read_bytes(),
        **pages,
    }


@pytest.fixture(scope="module")
def outputs(build_shared_site) -> dict[str, dict[str, str]]:
    """What each builder makes of each case."""
    # Some cases show what becomes of components in the wrong place.
    conf = 'suppress_warnings = ["sitejson.misplaced_component"]'
    html, text, latex = (build_shared_site(files(), conf=conf, builder=name) for name in BUILDERS)
    for site in (html, text, latex):
        assert site.warnings == ""
    [tex] = [path.name for path in latex.outdir.glob("*.tex")]
    whole = latex.text(tex)
    found = {
        case.page: {
            "html": shown_html(html.page(f"{case.page}.html")),
            "text": shown_text(text.text(f"{case.page}.txt")),
            "latex": shown_latex(whole, case.page),
        }
        for case in CASES
    }
    if os.environ.get("SITEJSON_WRITE_CASES"):
        write_cases(found)
    return found


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.family}: {case.name}")
def test_component(case, builder, outputs):
    assert outputs[case.page][builder] == case.expected.get(builder)
