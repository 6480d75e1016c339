"""Judges small text formats: sitemaps, catalogs, structured data."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

from babel.messages.pofile import PoFileError, read_po
from bs4 import BeautifulSoup

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
MOST_ADDRESSES = 50_000
LONGEST_ADDRESS = 2048


def sitemap_faults(text: str) -> list[str]:
    """Return what the rules of sitemaps do not allow."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"it is not well-formed: {error}"]
    if root.tag not in (f"{SITEMAP}urlset", f"{SITEMAP}sitemapindex"):
        return [f"its root is {root.tag}"]
    faults = [fault for entry in root for fault in _entry_faults(entry)]
    addresses = [entry.findtext(f"{SITEMAP}loc") for entry in root]
    if len(addresses) > MOST_ADDRESSES:
        faults.append("it has too many addresses")
    if len({urlsplit(address or "").netloc for address in addresses}) > 1:
        faults.append("its addresses are on several hosts")
    return faults + [f"{each} is there twice" for each in {*addresses} if addresses.count(each) > 1]


def _entry_faults(entry: ElementTree.Element) -> Iterator[str]:
    tags = [child.tag.removeprefix(SITEMAP) for child in entry]
    allowed = ["loc", "lastmod", "changefreq", "priority"]
    if tags != [name for name in allowed if name in tags] or tags[:1] != ["loc"]:
        yield f"an entry has {tags}"
    address = entry.findtext(f"{SITEMAP}loc") or ""
    if urlsplit(address).scheme not in ("http", "https") or len(address) > LONGEST_ADDRESS:
        yield f"{address[:80]!r} is no address"
    if not address.isascii() or re.search(r"[\s<>\"{}|\\^`]", address):
        yield f"{address!r} has signs that are not escaped"
    changed = entry.findtext(f"{SITEMAP}lastmod")
    if changed is not None:
        try:
            datetime.fromisoformat(changed)
        except ValueError:
            yield f"{changed!r} is no date"


def catalog_faults(path: Path) -> list[str]:
    """Return what keeps a catalog from being used."""
    try:
        with path.open("rb") as file:
            catalog = read_po(file, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as error:
        return [f"{path.name}: {error}"]
    faults = [
        f"{path.name}:{message.lineno}: {error}"
        for message, errors in catalog.check()
        for error in errors
    ]
    return faults if len(catalog) else [*faults, f"{path.name} is empty"]


def structured_data_faults(html: str) -> list[str]:
    """Return what search engines could not read of the ways to a page."""
    scripts = BeautifulSoup(html, "html.parser").select('script[type="application/ld+json"]')
    return [fault for script in scripts for fault in breadcrumb_faults(script.string or "")]


def breadcrumb_faults(text: str) -> Iterator[str]:
    """Return what search engines could not read of structured data."""
    try:
        data = json.loads(text)
    except ValueError as error:
        yield f"it is no JSON: {error}"
        return
    if data.get("@context") != "https://schema.org" or data.get("@type") != "BreadcrumbList":
        yield f"it is a {data.get('@type')} of {data.get('@context')}"
    steps = data.get("itemListElement") or []
    if [step.get("position") for step in steps] != list(range(1, len(steps) + 1)) or not steps:
        yield "its steps are not counted from 1"
    for step in steps:
        if step.get("@type") != "ListItem" or not str(step.get("name", "")).strip():
            yield f"a step is {step}"
        if urlsplit(str(step.get("item", ""))).scheme not in ("http", "https"):
            yield f"{step.get('item')!r} is no address"


def xml_faults(path: Path) -> list[str]:
    """Return why a file is no XML."""
    try:
        ElementTree.parse(path)
    except ElementTree.ParseError as error:
        return [f"{path.name}: {error}"]
    return []
