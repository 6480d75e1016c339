"""Judges every format that the example project is built in; ``make formats`` runs this file.

A judge that is not installed is named, with the way to get it. With ``--install``, those that come
as packages are installed first: with apt as root, and with npm.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import mkdtemp

sys.path.insert(0, str(Path(__file__).parents[1]))

from .validators.books import book_faults
from .validators.programs import (
    EPUBCHECK,
    JUDGES_FOLDER,
    LATEX,
    MAKEINFO,
    MAN,
    MSGFMT,
    NU,
    ROOT,
    Program,
)
from .validators.texts import catalog_faults, sitemap_faults, structured_data_faults

EXAMPLE = ROOT / "example_project"
BASE = "https://docs.example.com/"
BUILDERS = (
    *("html", "dirhtml", "singlehtml", "epub", "text", "man", "texinfo", "latex", "gettext"),
    *("xml", "pseudoxml", "json", "pickle", "changes", "doctest", "coverage", "dummy"),
)
"""All builders that need no network; ``linkcheck`` asks other hosts."""

JUDGED_BY = {
    ("epub", "*.epub"): EPUBCHECK, ("html", ""): NU, ("man", "*.1"): MAN,
    ("gettext", "*.pot"): MSGFMT, ("texinfo", "*.texi"): MAKEINFO, ("latex", "*.tex"): LATEX,
}  # fmt: skip
PACKAGES = {EPUBCHECK: "epubcheck", MAN: "man-db groff", MSGFMT: "gettext", MAKEINFO: "texinfo"}
MOST_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one judge says of one format."""

    format: str
    validator: str
    faults: tuple[str, ...] = ()
    missing: str = ""

    def __str__(self) -> str:
        if self.missing:
            return f"{self.format}: {self.validator} is not installed ({self.missing})"
        if not self.faults:
            return f"{self.format}: {self.validator} finds nothing wrong"
        shown = "".join(f"\n    {fault[:200]}" for fault in self.faults[:MOST_SHOWN])
        return f"{self.format}: {self.validator} finds {len(self.faults)} faults{shown}"


def main() -> int:
    """Build, judge, say what was found; the result is 0 when nothing is wrong."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--install", action="store_true", help="install the judges first")
    if options.parse_args().install:
        install_judges()
    folder = Path(mkdtemp(prefix="formats-"))
    verdicts = []
    for verdict in chain(builds(folder), own_verdicts(folder), verdicts_of_programs(folder)):
        print(verdict, flush=True)
        verdicts.append(verdict)
    shutil.rmtree(folder)
    return int(any(verdict.faults for verdict in verdicts))


def install_judges() -> None:
    """Install what is missing and comes as a package; what cannot be installed stays missing."""
    if NU.find() is None and shutil.which("npm"):
        subprocess.run(["npm", "install", "--prefix", str(JUDGES_FOLDER), "vnu-jar"], check=False)
    missing = [names for program, names in PACKAGES.items() if program.find() is None]
    if LATEX.find() is None:
        missing.append(LATEX.install.removeprefix("apt-get install "))
    if missing and shutil.which("apt-get") and os.geteuid() == 0:
        names = [name for each in missing for name in each.split()]
        subprocess.run(["apt-get", "install", "--yes", *names], check=False)


def builds(folder: Path) -> Iterator[Verdict]:
    """Build the example project with every builder; a warning is a fault."""
    for builder in BUILDERS:
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", builder]
        # Catalogs need pages that were read for them.
        doctrees = folder / ("read-for-catalogs" if builder == "gettext" else "read")
        places = ["-d", str(doctrees), str(EXAMPLE), str(folder / builder)]
        address = ["-D", f"html_baseurl={BASE}"]
        answer = subprocess.run(
            [*command, *address, *places], capture_output=True, text=True, check=False
        )
        faults = answer.stderr.strip().splitlines() if answer.returncode else []
        yield Verdict(format=builder, validator="sphinx-build -W", faults=tuple(faults))


def own_verdicts(folder: Path) -> Iterator[Verdict]:
    """Ask the judges that need no program."""
    books = [fault for path in (folder / "epub").glob("*.epub") for fault in book_faults(path)]
    yield Verdict(format="epub", validator="our look through the book", faults=tuple(books))
    catalogs = [
        fault for path in (folder / "gettext").rglob("*.pot") for fault in catalog_faults(path)
    ]
    yield Verdict(format="gettext", validator="Babel", faults=tuple(catalogs))
    for builder in ("html", "dirhtml"):
        sitemap = folder / builder / "sitemap.xml"
        faults = sitemap_faults(sitemap.read_text(encoding="utf-8"))
        yield Verdict(
            format=f"{builder} sitemap", validator="the rules of sitemaps", faults=tuple(faults)
        )
    pages = (path.read_text(encoding="utf-8") for path in (folder / "html").rglob("*.html"))
    data = [fault for page in pages for fault in structured_data_faults(page)]
    yield Verdict(format="JSON-LD", validator="the rules of breadcrumbs", faults=tuple(data))


def verdicts_of_programs(folder: Path) -> Iterator[Verdict]:
    """Ask the programs that are installed, and name the others."""
    for (builder, pattern), program in JUDGED_BY.items():
        built = folder / builder
        yield verdict_of(program, builder, sorted(built.glob(pattern)) if pattern else [built])


def verdict_of(program: Program, builder: str, paths: list[Path]) -> Verdict:
    """Ask one program about all files of a format."""
    if program.find() is None:
        return Verdict(format=builder, validator=program.name, missing=program.install)
    faults = [fault for path in paths for fault in program.faults(path)]
    if not paths:
        faults = ["there is nothing to judge"]
    return Verdict(format=builder, validator=program.name, faults=tuple(faults))


if __name__ == "__main__":
    sys.exit(main())
