"""Tables of the services of other hosts: what browsers have to allow, and what they store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.settings.service_catalog import SERVICES


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What readers ask of a service: who gets their requests, and what it stores about them."""

    scripts: tuple[str, ...]
    """The hosts that its scripts come from."""
    connections: tuple[str, ...] = ()
    """The hosts that its scripts talk to."""
    pictures: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    privacy: str
    """In one sentence: the reason why it waits for consent or does not."""


_GOOGLE = (
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
)
FACTS: Mapping[str, Facts] = {
    "amplitude": Facts(
        scripts=("https://cdn.amplitude.com",),
        connections=("https://*.amplitude.com",),
        privacy="Stores a cookie that identifies the reader.",
    ),
    "clearbit": Facts(
        scripts=("https://tag.clearbitscripts.com", "https://x.clearbitjs.com"),
        connections=("https://x.clearbitjs.com", "https://app.clearbit.com"),
        privacy="Stores cookies and identifies the company of the reader.",
    ),
    "fathom": Facts(
        scripts=("https://cdn.usefathom.com",),
        connections=("https://cdn.usefathom.com",),
        pictures=("https://cdn.usefathom.com",),
        privacy="Counts visits without cookies and stores nothing in the browser.",
    ),
    "ga4": Facts(
        scripts=("https://*.googletagmanager.com",),
        connections=_GOOGLE,
        pictures=_GOOGLE,
        privacy="Stores cookies that identify the reader.",
    ),
    "gtm": Facts(
        scripts=("https://*.googletagmanager.com",),
        connections=_GOOGLE,
        pictures=_GOOGLE,
        privacy="Loads the tags that you configure there, most of which store cookies.",
    ),
    "heap": Facts(
        scripts=("https://cdn.us.heap-api.com", "https://heapanalytics.com"),
        connections=("https://c.us.heap-api.com", "https://heapanalytics.com"),
        pictures=("https://heapanalytics.com",),
        privacy="Stores cookies and records each click.",
    ),
    "hotjar": Facts(
        scripts=("https://*.hotjar.com",),
        connections=("https://*.hotjar.com", "https://*.hotjar.io", "wss://*.hotjar.com"),
        pictures=("https://*.hotjar.com",),
        frames=("https://*.hotjar.com",),
        privacy="Stores cookies and records what the reader does on the page.",
    ),
    "koala": Facts(
        scripts=("https://*.getkoala.com",),
        connections=("https://*.getkoala.com", "wss://*.getkoala.com"),
        privacy="Stores an identifier of the reader and identifies the company.",
    ),
    "logrocket": Facts(
        scripts=("https://cdn.logr-in.com",),
        connections=("https://*.logr-in.com",),
        privacy="Records what the reader does on the page under a persistent identifier.",
    ),
    "mixpanel": Facts(
        scripts=("https://cdn.mxpnl.com",),
        connections=("https://*.mixpanel.com",),
        privacy="Stores an identifier of the reader in the browser.",
    ),
    "pirsch": Facts(
        scripts=("https://api.pirsch.io",),
        connections=("https://api.pirsch.io",),
        privacy="Counts visits without cookies and stores nothing in the browser.",
    ),
    "posthog": Facts(
        scripts=("https://*.posthog.com",),
        connections=("https://*.posthog.com",),
        privacy="Stores an identifier of the reader in a cookie and in the browser.",
    ),
    "plausible": Facts(
        scripts=("https://plausible.io",),
        connections=("https://plausible.io",),
        privacy="Counts visits without cookies and stores nothing in the browser.",
    ),
    "segment": Facts(
        scripts=("https://cdn.segment.com",),
        connections=(
            "https://cdn.segment.com",
            "https://api.segment.com",
            "https://track.segment.com",
            "https://api.segment.io",
        ),
        privacy="Stores cookies and forwards what the reader does to other services.",
    ),
    "intercom": Facts(
        scripts=(
            "https://app.intercom.io",
            "https://widget.intercom.io",
            "https://js.intercomcdn.com",
        ),
        connections=(
            "https://*.intercom.io",
            "wss://*.intercom.io",
            "https://*.intercom-messenger.com",
            "wss://*.intercom-messenger.com",
            "https://*.intercomcdn.com",
            "https://uploads.intercomusercontent.com",
        ),
        pictures=(
            "https://*.intercomcdn.com",
            "https://*.intercomassets.com",
            "https://*.intercomusercontent.com",
        ),
        frames=("https://intercom-sheets.com", "https://www.intercom-reporting.com"),
        privacy="Stores cookies that identify the reader, even before a chat starts.",
    ),
    "frontchat": Facts(
        scripts=("https://chat-assets.frontapp.com",),
        connections=("https://*.frontapp.com", "wss://*.frontapp.com"),
        pictures=("https://*.frontapp.com",),
        frames=("https://*.frontapp.com",),
        privacy="Stores an identifier of the reader in the browser, even before a chat starts.",
    ),
    "osano": Facts(
        scripts=("https://cmp.osano.com",),
        connections=("https://*.osano.com",),
        privacy="Asks for consent itself and stores the choice.",
    ),
}
"""What the tables say about each service."""


class ServiceHostsTable(SphinxDirective):
    """Lists the services with their hosts."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [row_of_hosts(name, FACTS[name]) for name in sorted(SERVICES)]
        return [table(("Service", "Allow in the policy", "Events"), (15, 70, 15), rows)]


class ServiceConsentTable(SphinxDirective):
    """Lists the services with what they keep of readers: first those that need no consent."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        asked = [name for name in sorted(SERVICES) if SERVICES[name].kind != "consent"]
        asked.sort(key=lambda name: SERVICES[name].tracks_readers)
        rows = [row_of_consent(name, FACTS[name]) for name in asked]
        return [table(("Service", "Waits", "Why"), (20, 15, 65), rows)]


def table(headings: Sequence[str], widths: Sequence[int], rows: list[nodes.row]) -> nodes.table:
    """Return a table."""
    group = nodes.tgroup("", cols=len(headings))
    group += [nodes.colspec(colwidth=width) for width in widths]
    group += nodes.thead("", row(*(nodes.Text(text) for text in headings)))
    group += nodes.tbody("", *rows)
    return nodes.table("", group)


def row_of_hosts(name: str, facts: Facts) -> nodes.row:
    """Return the row of one service with its hosts."""
    directives = {
        "script-src": facts.scripts,
        "connect-src": facts.connections,
        "img-src": facts.pictures,
        "frame-src": facts.frames,
    }
    lines = [line_of(name, listed) for name, listed in directives.items() if listed]
    return row(
        nodes.literal(text=name), nodes.line_block("", *lines), yes(SERVICES[name].has_events)
    )


def row_of_consent(name: str, facts: Facts) -> nodes.row:
    """Return the row of one service with the reason why it waits or does not."""
    return row(
        nodes.literal(text=name), yes(SERVICES[name].tracks_readers), nodes.Text(facts.privacy)
    )


def yes(answer: bool) -> nodes.Text:
    """Write an answer."""
    return nodes.Text("yes" if answer else "no")


def line_of(directive: str, hosts: tuple[str, ...]) -> nodes.line:
    """Write a directive of the policy with its hosts."""
    names = " ".join(host.removeprefix("https://") for host in hosts)
    return nodes.line("", "", nodes.literal(text=f"{directive} {names}"))


def row(*cells: nodes.Node) -> nodes.row:
    """Return a row."""
    return nodes.row("", *(nodes.entry("", as_block(cell)) for cell in cells))


def as_block(cell: nodes.Node) -> nodes.Node:
    """Put words into a paragraph."""
    return cell if isinstance(cell, nodes.line_block) else nodes.paragraph("", "", cell)


def setup(app):
    """Register the directives."""
    app.add_directive("service-hosts", ServiceHostsTable)
    app.add_directive("service-consent", ServiceConsentTable)
    return {"parallel_read_safe": True}
