"""What the tests of the documentation share: the elements of its pages, read once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

TAGS = {"a", "link", "img", "script", "meta"}


@dataclass
class Element:
    """A start tag with its attributes, and the text of a script."""

    tag: str
    attributes: Mapping[str, str]
    text: str = ""


@dataclass
class PageElements(HTMLParser):
    """The elements of a page that refer to others, and those that have an attribute twice."""

    elements: list[Element] = field(default_factory=list)
    with_target: list[Element] = field(default_factory=list)
    with_repeated_attributes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._script: Element | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if len(attributes) != len(attrs):
            # Browsers drop the second one.
            self.with_repeated_attributes.append(self.get_starttag_text() or tag)
        element = Element(tag, attributes)
        if tag == "script":
            self._script = element
        if tag in TAGS:
            self.elements.append(element)
        if "target" in attributes:
            self.with_target.append(element)

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._script.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def select(self, tag: str, **attributes: str) -> list[Element]:
        """Return the elements with these attributes, whose names have ``_`` for ``-``."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag and wanted.items() <= element.attributes.items()
        ]


@pytest.fixture(scope="session")
def pages(example) -> dict[str, PageElements]:
    """The HTML pages of the documentation by their paths."""
    found = {}
    for file in sorted(example.outdir.rglob("*.html")):
        reader = PageElements()
        reader.feed(file.read_text(encoding="utf-8"))
        reader.close()
        found[file.relative_to(example.outdir).as_posix()] = reader
    return found
