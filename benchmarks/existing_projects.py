"""Builds the documentation of real Sphinx projects without us, with us, and under our theme.

``make projects FOLDER=…`` takes a folder of checkouts. Each project is copied and gets a virtual
environment of its own, with the requirements of its documentation. Then it is built three times:
as it is, with the extension and the theme of the project, and with the extension's theme. The
network is off while a project is built, and intersphinx has no other projects.

Goal: with their theme no new warning and no changed byte of HTML, with ours no crash and no new
warning. The results are recorded in a table of the documentation, one row for each project.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
RECORD = PACKAGE / "benchmarks" / "existing-projects.csv"
COLUMNS = (
    "Project",
    "Theme",
    "Pages",
    "Changed pages, their theme",
    "New warnings, their theme",
    "New warnings, this theme",
)
LONGEST = 1800
"""Seconds after which a build is stopped."""

DEFAULT_FOLDERS = (
    *("docs", "doc", "docs/source", "doc/source", "doc/en", "docs/html", "doc_src"),
    "sites/docs",
)
NAMES_OF_DOCS = ("docs", "doc", "rtd", "documentation")
FILES_OF_REQUIREMENTS = (
    "docs-requirements.txt",
    "requirements/docs.txt",
    "requirements/doc.txt",
    "requirements/docs.in",
    "requirements-docs.txt",
    "doc/requirements.txt",
    "docs/requirements.txt",
    "dev-requirements.txt",
)
MISSING_MODULES = 8
"""How many modules are installed that no file names, before a project is given up."""

WITHOUT, KEPT, OURS = "without us", "their theme", "our theme"
NO_NETWORK = dict.fromkeys(
    ("http_proxy", "https_proxy", "ftp_proxy", "all_proxy"), "http://[::1]:9"
)
EVERYWHERE = """

# Added by existing_projects.py
intersphinx_mapping = {}
"""
WITH_US = 'extensions = [*globals().get("extensions", ()), "sphinx_sitejson"]\n'
ADDED_TO_CONF = {
    WITHOUT: EVERYWHERE,
    KEPT: EVERYWHERE + WITH_US,
    OURS: EVERYWHERE + WITH_US + 'globals().pop("html_theme", None)\n',
}

_WARNING = re.compile(r"(?:WARNING|ERROR|CRITICAL|SEVERE): |^.*\(.*/[0-9]+\) ", re.MULTILINE)
_MISSING = re.compile(
    r"No module named '([\w.]+)'|Could not import extension ([\w.]+)"
    r"|no theme named '([\w.]+)' found"
)
_THEME = re.compile(
    r"""^\s*html_theme\s*=[^"'\n]*(?:"SPHINX_THEME",\s*)?["']([\w-]+)["']""", re.MULTILINE
)
_LINE_NUMBER = re.compile(r":\d+:")
_ADDRESS = re.compile(r"0x[0-9a-f]+")
_BY_LOT = re.compile(
    r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|0x[0-9a-f]{6,}"
    r"|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+(?:\+00:00|Z)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """What one build left."""

    output: Path
    warnings: Counter[str]
    seconds: float
    failure: str = ""
    """The last line of a build that broke."""


@dataclass(slots=True, kw_only=True)
class Changes:
    """How the HTML of two builds differs."""

    pages: int = 0
    bytes: int = 0
    examples: list[str] = field(default_factory=list)


class Project:
    """A copy of a checkout, with what is needed to build its documentation."""

    def __init__(self, checkout: Path, work: Path) -> None:
        self.name = checkout.name
        self._checkout = checkout
        self._work = work / self.name
        self._copy = self._work / "checkout"
        self._python = self._work / "venv" / "bin" / "python"
        self.log = self._work / "log.txt"

    def prepare(self) -> None:
        """Copy the checkout and install what its documentation needs."""
        ready = self._work / "ready"
        if ready.exists():
            return
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(parents=True)
        shutil.copytree(self._checkout, self._copy, symlinks=True)
        self._run("uv", "venv", "--quiet", "--python", sys.executable, str(self._work / "venv"))
        # Their releases have what their documentation imports where a build of theirs needs more.
        if not self._install("--editable", str(self._copy)):
            self._install(self.name)
        for arguments in self._requirements():
            self._install(*arguments)
        if not self._install("--editable", str(PACKAGE)):
            raise SystemExit(f"{self.name}: the extension could not be installed, see {self.log}.")
        ready.touch()

    def build(self, kind: str) -> Build:
        """Build the documentation in one of the three ways."""
        conf = self._conf_file()
        # Of the checkout: a run that was stopped may have left a changed copy.
        original = self._checkout / conf.relative_to(self._copy)
        text = original.read_text(encoding="utf-8")
        settings = conf.with_name("site.json")
        if kind != WITHOUT:
            settings.write_text(json.dumps({"name": self.name, "navigation": []}), encoding="utf-8")
        conf.write_text(text + ADDED_TO_CONF[kind], encoding="utf-8")
        try:
            return self._build(conf.parent, kind)
        finally:
            conf.write_text(text, encoding="utf-8")
            settings.unlink(missing_ok=True)

    def theme(self) -> str:
        """Return the theme that the conf.py of the project sets."""
        found = _THEME.search(self._conf_file().read_text(encoding="utf-8"))
        return found[1] if found else "alabaster"

    def first_build(self) -> Build:
        """Build without us, or take what the last run built: it does not depend on us."""
        seconds = self._work / "seconds.txt"
        output, report = self._places(WITHOUT)
        if seconds.exists():
            return Build(
                output=output,
                warnings=Counter(self._warnings(report)),
                seconds=float(seconds.read_text()),
            )
        build = self._build_with_missing_modules(WITHOUT)
        if not build.failure:
            seconds.write_text(str(build.seconds))
        return build

    def _build_with_missing_modules(self, kind: str) -> Build:
        """Build, and install what an import misses, as long as that helps."""
        tried: set[str] = set()
        for _attempt in range(MISSING_MODULES):
            build = self.build(kind)
            found = _MISSING.search(build.failure)
            module = (found[1] or found[2] or found[3]) if found else ""
            if not module or module in tried:
                return build
            tried.add(module)
            parts = module.replace("_", "-").split(".")
            names = ("-".join(parts[:count]) for count in range(len(parts), 0, -1))
            any(self._install(name) for name in names)
        return build

    def _build(self, source: Path, kind: str) -> Build:
        output, report = self._places(kind)
        shutil.rmtree(output, ignore_errors=True)
        report.write_text("")
        begin = time.perf_counter()
        failure = ""
        command = [str(self._python), "-m", "sphinx", "-q", "-N", "-b", "html"]
        command += ["-w", str(report), "-d", f"{output}-doctrees", str(source), str(output)]
        shutil.rmtree(f"{output}-doctrees", ignore_errors=True)
        try:
            done = self._run(*command, cwd=source, network=False)
            if done.returncode:
                failure = reason_of(done.stderr) or "The build ended without a word."
        except subprocess.TimeoutExpired:
            failure = f"The build took more than {LONGEST} seconds."
        return Build(
            output=output,
            warnings=Counter(self._warnings(report)),
            seconds=time.perf_counter() - begin,
            failure=failure,
        )

    def _places(self, kind: str) -> tuple[Path, Path]:
        """Return where a build writes its pages, and where its warnings."""
        name = kind.replace(" ", "-")
        return self._work / name, self._work / f"{name}.txt"

    def _warnings(self, report: Path) -> Iterator[str]:
        for line in report.read_text(encoding="utf-8", errors="replace").splitlines():
            if _WARNING.search(line):
                short = line.replace(f"{self._copy}/", "").replace(str(self._work), "")
                yield _ADDRESS.sub("0x", _LINE_NUMBER.sub(":", short))

    def _conf_file(self) -> Path:
        folders = (self._copy / folder for folder in DEFAULT_FOLDERS)
        found = next(
            (folder / "conf.py" for folder in folders if (folder / "conf.py").is_file()), None
        )
        if found is None:
            raise SystemExit(f"{self.name} has no conf.py in {', '.join(DEFAULT_FOLDERS)}.")
        return found

    def _requirements(self) -> Iterator[tuple[str, ...]]:
        yield ("sphinx",)
        for name in FILES_OF_REQUIREMENTS:
            if (self._copy / name).is_file():
                yield "--requirement", str(self._copy / name)
        project = self._copy / "pyproject.toml"
        known = tomllib.loads(project.read_text(encoding="utf-8")) if project.is_file() else {}
        for group in known.get("dependency-groups", {}):
            if group in NAMES_OF_DOCS:
                yield "--group", f"{project}:{group}"
        for extra in known.get("project", {}).get("optional-dependencies", {}):
            if extra in NAMES_OF_DOCS:
                yield "--editable", f"{self._copy}[{extra}]"

    def _install(self, *arguments: str) -> bool:
        command = ("uv", "pip", "install", "--quiet", "--python", str(self._python), *arguments)
        return self._run(*command).returncode == 0

    def _run(
        self, *command: str, cwd: Path | None = None, network: bool = True
    ) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "SETUPTOOLS_SCM_PRETEND_VERSION": "99.0",
            # The same day in all builds.
            "SOURCE_DATE_EPOCH": "1700000000",
            "PYTHONHASHSEED": "0",
            **({} if network else NO_NETWORK),
        }
        done = subprocess.run(
            command,
            cwd=cwd or self._copy,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST,
            check=False,
        )
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(command)}\n{done.stdout}{done.stderr}\n")
        return done


def reason_of(words: str) -> str:
    """Return the line of a failed build that says why."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    found = [line for line in lines if re.match(r"Reason:|[\w.]*(?:Error|Exception)\b", line)]
    return (found or lines or [""])[-1][:400]


def changes_between(before: Path, after: Path) -> Changes:
    """Compare the HTML files of two builds; a page that only one of them has is changed."""
    found = Changes()
    names = {
        path.relative_to(folder) for folder in (before, after) for path in folder.rglob("*.html")
    }
    for name in sorted(names):
        old, new = (
            _comparable(folder / name) if (folder / name).is_file() else []
            for folder in (before, after)
        )
        if old == new:
            continue
        found.pages += 1
        for line in difflib.unified_diff(old, new, n=0, lineterm=""):
            if line[:1] in "+-" and not line.startswith(("+++", "---")):
                found.bytes += len(line.encode()) - 1
                if len(found.examples) < 6:
                    found.examples.append(f"{name}: {line[:160]}")
    return found


def _comparable(page: Path) -> list[str]:
    """Return the lines of a page without names and times that differ in every build."""
    return _BY_LOT.sub("by-lot", page.read_text(encoding="utf-8", errors="replace")).splitlines()


def record(row: tuple[str, ...], file: Path) -> None:
    """Replace the row of a project in the recorded table."""
    rows = {row[0]: row}
    if file.is_file():
        with file.open(encoding="utf-8", newline="") as before:
            rows = {each[0]: tuple(each) for each in [*csv.reader(before)][1:]} | rows
    with file.open("w", encoding="utf-8", newline="") as after:
        writer = csv.writer(after, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows[name] for name in sorted(rows, key=str.lower))


def check(project: Project, file: Path) -> None:
    """Build one project three times, print and record its row, and print what is new."""
    project.prepare()
    before = project.first_build()
    if before.failure:
        print(
            f"| {project.name} | does not build without us: {before.failure[-120:]!r} |", flush=True
        )
        return
    kept, ours = project.build(KEPT), project.build(OURS)
    new = {build.output.name: build.warnings - before.warnings for build in (kept, ours)}
    changes = changes_between(before.output, kept.output)
    print(
        f"| {project.name} | {before.warnings.total()} | {kept.warnings.total()} "
        f"| {ours.warnings.total()} | {new[kept.output.name].total()} "
        f"| {new[ours.output.name].total()} | {changes.bytes} in {changes.pages} "
        f"| {'crash' if kept.failure else 'no'}, {'crash' if ours.failure else 'no'} "
        f"| {before.seconds:.0f}, {kept.seconds:.0f}, {ours.seconds:.0f} |",
        flush=True,
    )
    pages = sum(1 for _page in before.output.rglob("*.html"))
    news = [
        "crash" if each.failure else str(new[each.output.name].total()) for each in (kept, ours)
    ]
    record((project.name, project.theme(), str(pages), str(changes.pages), *news), file)
    for build in (kept, ours):
        for line in [*new[build.output.name], *filter(None, [build.failure])][:12]:
            print(f"      {build.output.name}: {line[-400:]}", flush=True)
    for line in changes.examples:
        print(f"      changed: {line}", flush=True)


def main() -> int:
    """Check the projects that are named, or all of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of checkouts")
    parser.add_argument("names", nargs="*", help="which of them")
    parser.add_argument("--work", type=Path, default=PACKAGE / "build" / "existing-projects")
    parser.add_argument("--record", type=Path, default=RECORD, help="the table of results")
    parser.add_argument("--prepare", action="store_true", help="only install, build nothing")
    options = parser.parse_args()
    checkouts = [path for path in sorted(options.folder.iterdir()) if path.is_dir()]
    chosen = [path for path in checkouts if path.name in options.names or not options.names]
    print(
        "| project | warnings without us | their theme | our theme | new, their theme "
        "| new, our theme | changed HTML, their theme | crash, their theme and ours | seconds |"
    )
    for checkout in chosen:
        project = Project(checkout.resolve(), options.work.resolve())
        if options.prepare:
            project.prepare()
        else:
            check(project, options.record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
