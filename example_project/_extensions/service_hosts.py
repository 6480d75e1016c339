"""A table of the services of other hosts, made from what the package knows of them."""

from __future__ import annotations

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_sitejson.publishing.services import SERVICES, ServiceHosts

HEADINGS = ("Service", "Allow in the policy", "Events")
WIDTHS = (15, 70, 15)


class ServiceHostsTable(SphinxDirective):
    """Lists the services with their hosts."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [row_of(name, SERVICES[name]) for name in sorted(SERVICES)]
        group = nodes.tgroup("", cols=len(HEADINGS))
        group += [nodes.colspec(colwidth=width) for width in WIDTHS]
        group += nodes.thead("", row(*(nodes.Text(text) for text in HEADINGS)))
        group += nodes.tbody("", *rows)
        return [nodes.table("", group)]


def row_of(name: str, hosts: ServiceHosts) -> nodes.row:
    """Return the row of one service."""
    directives = {
        "script-src": hosts.scripts,
        "connect-src": hosts.connections,
        "img-src": hosts.pictures,
        "frame-src": hosts.frames,
    }
    lines = [line_of(name, listed) for name, listed in directives.items() if listed]
    events = nodes.Text("yes" if hosts.has_events else "no")
    return row(nodes.literal(text=name), nodes.line_block("", *lines), events)


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
    """Register the directive."""
    app.add_directive("service-hosts", ServiceHostsTable)
    return {"parallel_read_safe": True}
