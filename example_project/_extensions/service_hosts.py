"""A table of the services of other hosts, made from what the package knows of them."""

from __future__ import annotations

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.publishing.services import SERVICES, ServiceHosts

HEADINGS = ("Service", "Scripts from", "Talks to", "Events")


class ServiceHostsTable(SphinxDirective):
    """Lists the services with their hosts."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [row_of(name, SERVICES[name]) for name in sorted(SERVICES)]
        group = nodes.tgroup("", cols=len(HEADINGS))
        group += [nodes.colspec(colwidth=1) for _heading in HEADINGS]
        group += nodes.thead("", row(*(nodes.Text(text) for text in HEADINGS)))
        group += nodes.tbody("", *rows)
        return [nodes.table("", group)]


def row_of(name: str, hosts: ServiceHosts) -> nodes.row:
    """Return the row of one service."""
    return row(
        nodes.literal(text=name),
        names(hosts.scripts),
        names((*hosts.connections, *hosts.frames)),
        nodes.Text("yes" if hosts.has_events else "no"),
    )


def names(hosts: tuple[str, ...]) -> nodes.Node:
    """Write hosts one after the other."""
    shown = [nodes.literal(text=host.removeprefix("https://")) for host in dict.fromkeys(hosts)]
    parts: list[nodes.Node] = []
    for host in shown:
        parts += [nodes.Text(", "), host] if parts else [host]
    return nodes.inline("", "", *parts)


def row(*cells: nodes.Node) -> nodes.row:
    """Return a row."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def setup(app):
    """Register the directive."""
    app.add_directive("service-hosts", ServiceHostsTable)
    return {"parallel_read_safe": True}
