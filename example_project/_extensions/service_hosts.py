"""Tables of the services of other hosts, made from what the package knows of them."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.settings.service_catalog import SERVICES, Service


class ServiceHostsTable(SphinxDirective):
    """Lists the services with their hosts."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [row_of_hosts(name, SERVICES[name]) for name in sorted(SERVICES)]
        return [table(("Service", "Allow in the policy", "Events"), (15, 70, 15), rows)]


class ServiceConsentTable(SphinxDirective):
    """Lists the services with what they keep of readers: first those that need no consent."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        asked = [name for name in sorted(SERVICES) if SERVICES[name].kind != "consent"]
        asked.sort(key=lambda name: SERVICES[name].tracks_readers)
        rows = [row_of_consent(name, SERVICES[name]) for name in asked]
        return [table(("Service", "Waits", "Why"), (20, 15, 65), rows)]


def table(headings: Sequence[str], widths: Sequence[int], rows: list[nodes.row]) -> nodes.table:
    """Return a table."""
    group = nodes.tgroup("", cols=len(headings))
    group += [nodes.colspec(colwidth=width) for width in widths]
    group += nodes.thead("", row(*(nodes.Text(text) for text in headings)))
    group += nodes.tbody("", *rows)
    return nodes.table("", group)


def row_of_hosts(name: str, service: Service) -> nodes.row:
    """Return the row of one service with its hosts."""
    directives = {
        "script-src": service.hosts.scripts,
        "connect-src": service.hosts.connections,
        "img-src": service.hosts.pictures,
        "frame-src": service.hosts.frames,
    }
    lines = [line_of(name, listed) for name, listed in directives.items() if listed]
    return row(nodes.literal(text=name), nodes.line_block("", *lines), yes(service.has_events))


def row_of_consent(name: str, service: Service) -> nodes.row:
    """Return the row of one service with the reason why it waits or does not."""
    return row(nodes.literal(text=name), yes(service.tracks_readers), nodes.Text(service.privacy))


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
