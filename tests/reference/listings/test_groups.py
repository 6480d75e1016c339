"""The operations of a listing by their first tag."""

from __future__ import annotations

from sphinx_sitejson.reference.listings.groups import grouped

from .support import ships


def test_groups_come_in_the_order_of_the_tags_and_what_has_none_at_the_end():
    document = ships()
    groups = grouped(document, [one for one in document.operations if not one.is_left_out])

    assert [(group.title, [one.key for one in group.operations]) for group in groups] == [
        ("The fleet", ["GET /fleet,all"]),
        ("ships", ["GET /ships", "POST /ships", "GET /ships/{id}"]),
        ("default", ["GET /health"]),
    ]
    assert groups[1].description == "All about *ships*."
