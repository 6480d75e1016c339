"""Problems as log messages: printable, and not repeated without end."""

import subprocess
import sys

import pytest

from sphinx_sitejson.site_build import reports


@pytest.mark.parametrize("parallel", [1, 2])
def test_a_message_is_logged_some_times_and_then_counted(build_site, monkeypatch, parallel):
    monkeypatch.setattr(reports, "MAX_REPEATED", 20)
    pages = {f"p{number}": "<script>a()</script>\n\n<Crad>x</Crad>" for number in range(30)}
    files = {f"{name}.mdx": f"---\ntitle: P\n---\n\n{text}\n" for name, text in pages.items()}
    names = list(pages)
    site = build_site(
        {"site.json": {"name": "S", "navigation": [{"group": "", "pages": names}]}, **files},
        parallel=parallel,
    )

    lines = [line for line in site.warnings.splitlines() if "<script> is not allowed" in line]
    assert len(lines) == 21
    assert lines[-1] == (
        "WARNING: <script> is not allowed in a page; it was ignored. Add the script with "
        '"html_js_files" in conf.py. '
        "The same applies to 10 other places. [sitejson.mdx_tag]"
    )
    assert site.warnings.count("there is no component <Crad>") == 21
    again = site.rebuild({"p0.mdx": "---\ntitle: P\n---\n\n<script>b()</script>\n"})
    assert "other places" not in again.warnings


@pytest.mark.parametrize("parallel", [1, 2])
def test_a_problem_of_a_snippet_is_logged_once_for_all_pages_that_include_it(build_site, parallel):
    names = [f"p{number}" for number in range(12)]
    page = "---\ntitle: P\n---\n\nimport Fees from '/snippets/fees.mdx'\n\n<Fees />\n\n{fee(}\n"
    site = build_site(
        {
            "site.json": {"name": "S", "navigation": [{"group": "", "pages": names}]},
            "snippets/fees.mdx": "Pay {harbour.fee}, see [it](/tables), <Crane>it</Crane>.\n",
            **{f"{name}.mdx": page for name in names},
        },
        parallel=parallel,
    )

    located = [line for line in site.warnings.splitlines() if "snippets" in line]
    assert len(located) == len({*located}) == 3
    assert sum("{fee(" in line for line in site.warnings.splitlines()) == len(names)


@pytest.mark.parametrize(("options", "is_seen"), [([], False), (["-vv"], True)])
def test_lines_of_events_are_written_for_those_who_ask_for_them(tmp_path, options, is_seen):
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    (tmp_path / "index.rst").write_text("Quays\n=====\n")
    command = [sys.executable, "-m", "sphinx", *options, tmp_path, tmp_path / "out"]

    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert "build succeeded" in done.stdout
    assert ("emitting event" in done.stdout) is is_seen
