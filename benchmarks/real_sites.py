"""Builds a folder of sites that were not written for us, and counts the pages that are whole.

A page is whole when no component is left in its text, the words of its source are there, and
what its front matter binds is shown.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

LONGEST = 1800
"""Seconds after which a build is stopped."""

ENOUGH_WORDS = 0.97
"""Which share of the words of a source must be on its page; our own counting loses some."""

_FRONT_MATTER = re.compile(r"\A\s*---\n(.*?)^---\s*$", re.DOTALL | re.MULTILINE)
_NO_TEXT = re.compile(
    r"<!--.*?-->|\{/\*.*?\*/\}|^(?:import|export)\b.*?$|<style.*?</style>|<script.*?</script>"
    r"|^\s*(?:```|~~~).*$|\]\([^)]*\)|<[^<>]*>|\{[^{}]*\}|https?://\S+|&\w+;",
    re.DOTALL | re.MULTILINE,
)
_PICTURE = re.compile(r"<svg.*?</svg>|=>", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")
_COMPONENT = re.compile(
    r"</?(?:Card|CardGroup|Note|Warning|Info|Tip|Check|Danger|Callout|CodeGroup|Frame|Accordion|"
    r"AccordionGroup|Steps?|Tabs?|ParamField|ResponseField|Expandable|RequestExample|"
    r"ResponseExample|Icon|Update|Snippet|Tooltip|Badge|Latex|Columns?)[\s/>]"
)
_BINDING = re.compile(r"^(?:openapi|api|openapi-schema):\s*\S", re.MULTILINE)
_KIND = re.compile(r"\[([a-z_.]+)\]\s*$")


@dataclass(slots=True)
class SiteResult:
    """What was found in one site."""

    pages: int = 0
    whole: int = 0
    broken: list[str] = field(default_factory=list)
    warnings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0


def run(folder: Path | None) -> None:
    """Print one line for each site, then all warnings by kind."""
    if folder is None:
        print("Give a folder of checkouts: ARGS='real-sites --documents FOLDER'.")
        return
    kinds: Counter[str] = Counter()
    pages = whole = 0
    print(f"{'site':36}{'pages':>8}{'whole':>8}{'share':>9}{'warnings':>10}{'seconds':>9}")
    for site in sorted(path for path in folder.iterdir() if settings_file(path)):
        result = check_site(site)
        kinds.update(result.warnings)
        pages, whole = pages + result.pages, whole + result.whole
        share = result.whole / max(result.pages, 1)
        print(
            f"{site.name[:34]:36}{result.pages:>8}{result.whole:>8}{share:>9.1%}"
            f"{result.warnings.total():>10}{result.seconds:>9.0f}",
            flush=True,
        )
        for line in result.broken[:5]:
            print(f"    {line}")
    print(f"{'all':36}{pages:>8}{whole:>8}{whole / max(pages, 1):>9.2%}")
    for kind, count in kinds.most_common():
        print(f"{count:>8}  {kind}")


def settings_file(site: Path) -> str:
    """Return the name of the settings file of a checkout, or nothing."""
    return next((name for name in ("site.json", "mint.json") if (site / name).is_file()), "")


def check_site(site: Path) -> SiteResult:
    """Build one site and look at its pages."""
    result = SiteResult()
    with tempfile.TemporaryDirectory() as out:
        start = time.monotonic()
        log = build(site, Path(out))
        result.seconds = time.monotonic() - start
        for line in log.splitlines():
            if "WARNING: " in line or "ERROR: " in line:
                kind = _KIND.search(line)
                result.warnings[kind[1] if kind else "other"] += 1
        names = (
            json.loads(Path(out, "pages.json").read_text())
            if Path(out, "pages.json").exists()
            else {}
        )
        for docname, path in names.items():
            result.pages += 1
            if reason := what_is_missing(Path(path), Path(out, f"{docname}.html"), log):
                result.broken.append(f"{docname}: {reason}")
            else:
                result.whole += 1
    return result


def build(site: Path, out: Path) -> str:
    """Build a site as its owner would, with nothing but our extension."""
    conf = out.parent / f"{out.name}-conf"
    conf.mkdir()
    name = settings_file(site)
    (conf / "conf.py").write_text(
        f'extensions = ["sphinx_sitejson"]\nsitejson_file = {str(site / name)!r}\n'
        "sitejson_offline = True\n"
        "def note(app, env):\n"
        "    import json, pathlib\n"
        "    pages = {name: str(env.doc2path(name)) for name in env.all_docs\n"
        "             if str(env.doc2path(name)).startswith(str(app.srcdir))}\n"
        "    pathlib.Path(app.outdir, 'pages.json').write_text(json.dumps(pages))\n"
        "def setup(app):\n    app.connect('env-updated', note)\n"
    )
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-c", str(conf), str(site), str(out)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return "ERROR: too slow"
    finally:
        (conf / "conf.py").unlink()
        conf.rmdir()
    return done.stdout + done.stderr


def what_is_missing(source: Path, page: Path, log: str) -> str:
    """Return why a page is not whole, or nothing."""
    if not page.is_file():
        return "it was not written"
    reader = PageReader()
    reader.feed(page.read_text(encoding="utf-8"))
    text = source.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
    if found := _COMPONENT.search(" ".join(reader.words)):
        return f"{found[0]!r} is left as text"
    front_matter = _FRONT_MATTER.match(text)
    is_bound = front_matter is not None and _BINDING.search(front_matter[1])
    if is_bound and not reader.has_binding and str(source) not in log:
        return "its binding is not shown"
    body = text[front_matter.end() :] if front_matter else text
    # Pictures first: they stand inside of attributes, whose tags would not be found around them.
    words = _NO_TEXT.sub(" ", _PICTURE.sub(" ", body))
    wanted = Counter(_WORD.findall(words.lower()))
    there = Counter(_WORD.findall(" ".join((*reader.words, *reader.code)).lower()))
    missing = wanted - there
    share = 1 - missing.total() / max(wanted.total(), 1)
    if share < ENOUGH_WORDS and missing.total() > 3:
        return f"{1 - share:.0%} of its words are missing: {' '.join(list(missing)[:6])}"
    return ""


class PageReader(HTMLParser):
    """Collects the words of the main part of a page, apart from its code."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.code: list[str] = []
        self.has_binding = False
        self._inside = 0
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "main":
            self._inside += 1
        if tag in ("pre", "code"):
            self._code += 1
        if "sj-api" in (attributes.get("class") or "") or "sj-endpoint" in (
            attributes.get("class") or ""
        ):
            self.has_binding = True
        if self._inside:
            self.words += [
                attributes[name] or ""
                for name in ("alt", "title", "aria-label")
                if name in attributes
            ]

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._inside -= 1
        if tag in ("pre", "code"):
            self._code -= 1

    def handle_data(self, data: str) -> None:
        if self._inside:
            (self.code if self._code else self.words).append(data)
