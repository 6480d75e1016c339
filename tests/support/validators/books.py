"""Looks through an EPUB for what keeps readers from opening it, without a further program."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZIP_STORED, ZipFile

XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"
XLINK = "{http://www.w3.org/1999/xlink}"
DRAWN = {
    "{http://www.w3.org/2000/svg}svg": "svg",
    "{http://www.w3.org/1998/Math/MathML}math": "mathml",
}
PICTURES = (f"{XHTML}img", "{http://www.w3.org/2000/svg}image")
# EPUB 3.2, section 3.1: further types need a fallback.
KNOWN_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg")
UNLISTED = ("mimetype", "content.opf", "META-INF/")
ON_SITES_ONLY = frozenset({"script", "iframe", "form", "button", "select", "textarea", "video"})
NEWER_THAN_BOOKS = frozenset({"loading", "decoding", "fetchpriority", "srcset", "enterkeyhint"})
BLOCKS = frozenset({"div", "p", "ul", "ol", "dl", "table", "section", "pre", "details", "figure"})
WORDS = frozenset({"p", "span", "em", "strong", "code", "b", "i", "h1", "h2", "h3", "summary"})


@dataclass(frozen=True, slots=True)
class Book:
    """The files of an EPUB."""

    files: dict[str, bytes]
    order: tuple[str, ...]
    is_plain_first: bool

    @classmethod
    def read(cls, path: Path) -> Book:
        """Read the file."""
        with ZipFile(path) as archive:
            entries = archive.infolist()
            first = entries[0]
            return cls(
                files={entry.filename: archive.read(entry) for entry in entries},
                order=tuple(entry.filename for entry in entries),
                is_plain_first=first.filename == "mimetype" and first.compress_type == ZIP_STORED,
            )


def book_faults(path: Path) -> list[str]:
    """Return what is wrong with a book."""
    book = Book.read(path)
    trees: dict[str, Element] = {}
    faults = [] if book.is_plain_first else ["mimetype is not the first file, stored plainly"]
    for name, content in book.files.items():
        if name.endswith((".xhtml", ".opf", ".ncx", ".xml", ".svg")):
            try:
                trees[name] = ElementTree.fromstring(content)
            except ElementTree.ParseError as error:
                faults.append(f"{name} is not well-formed: {error}")
    if faults:
        return faults
    package = trees["content.opf"]
    faults += _package_faults(package, book)
    faults += [fault for name in book.files for fault in _style_faults(name, book.files[name])]
    pages = {name: tree for name, tree in trees.items() if name.endswith(".xhtml")}
    for name, tree in pages.items():
        faults += [f"{name}: {fault}" for fault in _page_faults(name, tree, pages, book)]
        faults += [f"{name}: {fault}" for fault in _property_faults(name, tree, package)]
    return faults


def _package_faults(package: Element, book: Book) -> Iterator[str]:
    """The list of files has each file once, and the order each page."""
    items = package.findall(f"{OPF}manifest/{OPF}item")
    listed = [unquote(item.get("href", "")) for item in items]
    kept = [name for name in book.order if not name.startswith(UNLISTED)]
    yield from (f"{name} is listed twice" for name, times in Counter(listed).items() if times > 1)
    yield from (f"{name} is listed and not there" for name in set(listed) - set(kept))
    yield from (f"{name} is there and not listed" for name in set(kept) - set(listed))
    ids = {item.get("id"): item.get("href") for item in items}
    order = [ref.get("idref") for ref in package.findall(f"{OPF}spine/{OPF}itemref")]
    yield from (f"{ref} stands twice in the order" for ref, n in Counter(order).items() if n > 1)
    yield from (f"the order names {ref}, which is no file" for ref in order if ref not in ids)
    for fact in package.findall(f"{OPF}metadata/*"):
        if not (fact.text or "").strip() and not fact.get("content"):
            yield f"nothing stands in {fact.tag.rpartition('}')[2]} {fact.get('property', '')}"


def _property_faults(name: str, tree: Element, package: Element) -> Iterator[str]:
    items = package.findall(f"{OPF}manifest/{OPF}item")
    own = next((item for item in items if unquote(item.get("href", "")) == name), None)
    said = set((own.get("properties") or "").split()) if own is not None else set()
    needed = {DRAWN[element.tag] for element in tree.iter() if element.tag in DRAWN}
    if said - {"nav"} != needed:
        yield f"the list says {sorted(said)}, the page has {sorted(needed)}"


def _page_faults(name: str, tree: Element, pages: dict[str, Element], book: Book) -> Iterator[str]:
    ids = Counter(element.get("id") for element in tree.iter() if element.get("id") is not None)
    yield from (f'the id "{own}" is there {n} times' for own, n in ids.items() if n > 1)
    for element in tree.iter():
        tag = element.tag.removeprefix(XHTML)
        if tag in ON_SITES_ONLY:
            yield f"<{tag}> has no place in a book"
        for key in element.attrib:
            if key in NEWER_THAN_BOOKS or key.startswith("on") or (tag, key) == ("details", "name"):
                yield f'<{tag}> has the attribute "{key}"'
        if tag in WORDS and any(child.tag.removeprefix(XHTML) in BLOCKS for child in element):
            yield f"there is a block in <{tag}>"
        yield from _address_faults(name, element, pages, book)


def _address_faults(
    name: str, element: Element, pages: dict[str, Element], book: Book
) -> Iterator[str]:
    """Links lead to pages and places that exist; nothing is loaded from elsewhere."""
    for key in ("href", "src", "data", f"{XLINK}href"):
        written = element.get(key)
        if written is None:
            continue
        parts = urlsplit(written)
        if parts.scheme or parts.netloc:
            if element.tag != f"{XHTML}a" and parts.scheme != "data":
                yield f"{written} is loaded from elsewhere"
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
        target = path if parts.path else name
        if target not in book.files:
            yield f"{written} leads to no file of the book"
        elif element.tag in PICTURES and not target.lower().endswith(KNOWN_PICTURES):
            yield f"{written} is a picture that not every reader of books knows"
        elif parts.fragment and target in pages:
            places = {other.get("id") for other in pages[target].iter()}
            if unquote(parts.fragment) not in places:
                yield f"{written} leads to no place of its page"


def _style_faults(name: str, content: bytes) -> Iterator[str]:
    """Readers of books know no rules in rules, except those of media."""
    if not name.endswith(".css"):
        return
    text = re.sub(r"/\*.*?\*/", "", content.decode(), flags=re.DOTALL)
    outer: list[bool] = []
    for before, sign in re.findall(r"([^{}]*)([{}])", text):
        if sign == "}":
            outer = outer[:-1]
        else:
            outer = [*outer, before.strip().startswith("@")]
            if outer.count(False) > 1:
                yield f"{name}: the rule {before.strip()[-40:]!r} stands in another one"
