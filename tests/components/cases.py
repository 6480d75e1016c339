"""Cases of components: what a page writes, and what each builder makes of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup
from bs4.formatter import HTMLFormatter

FOLDER = Path(__file__).parent / "cases"
BUILDERS = ("html", "text", "latex")

_CASE = re.compile(r"^=== (.*)\n", re.MULTILINE)
_PART = re.compile(r"^--- (html|text|latex)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One use of components."""

    family: str
    name: str
    page: str
    source: str
    expected: dict[str, str]


def read_cases() -> Iterator[Case]:
    """Read the cases of all files."""
    for path in sorted(FOLDER.glob("*.txt")):
        _, *parts = _CASE.split(path.read_text(encoding="utf-8"))
        for number, (name, content) in enumerate(zip(parts[::2], parts[1::2], strict=True)):
            source, *outputs = _PART.split(content)
            yield Case(
                family=path.stem,
                name=name,
                page=f"{path.stem}-{number}",
                source=source,
                expected=dict(zip(outputs[::2], outputs[1::2], strict=True)),
            )


def write_cases(outputs: dict[str, dict[str, str]]) -> None:
    """Write what the builders make of the cases as what is expected of them."""
    texts: dict[str, str] = {}
    for case in read_cases():
        text = f"=== {case.name}\n{case.source}"
        text += "".join(f"--- {name}\n{outputs[case.page][name]}" for name in BUILDERS)
        texts[case.family] = texts.get(case.family, "") + text
    for family, text in texts.items():
        FOLDER.joinpath(f"{family}.txt").write_text(text, encoding="utf-8")


def shown_html(page: BeautifulSoup) -> str:
    """Return the text of a page, without its title, as it is compared."""
    section = page.select_one(".sj-prose > section")
    assert section is not None
    for needless in section.select("h1, .headerlink"):
        needless.decompose()
    for icon in section.select("svg.sj-icon"):
        use = icon.use
        assert use is not None
        icon.attrs = {
            "use": str(use["href"]).removeprefix("#sj-icon-"),
            **{name: value for name, value in icon.attrs.items() if name in ("color", "width")},
        }
        if icon.get("width") == "1em":
            del icon["width"]
        icon.clear()
    for code in section.select("div.highlight"):
        code.string = code.get_text()
    inside = BeautifulSoup(section.decode_contents(), "html.parser")
    return inside.prettify(formatter=HTMLFormatter(indent=1))


def shown_text(text: str) -> str:
    """Return a page in plain text, without its title."""
    _, _, rest = text.partition("\n")
    return rest.lstrip("*\n").rstrip() + "\n"


def shown_latex(whole: str, page: str) -> str:
    """Return the part of a LaTeX file that is one page."""
    _, _, rest = whole.partition(f"{{\\detokenize{{{page}::doc}}}}")
    rest = re.split(r"\\sphinxstepscope|\\renewcommand\{\\indexname\}", rest)[0]
    return (
        "\n".join(
            line for line in rest.strip().splitlines() if line.strip() != "\\sphinxAtStartPar"
        )
        + "\n"
    )
