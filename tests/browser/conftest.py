"""What the browser tests share: the product's own documentation, built once and served."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.sites import files_of

EXAMPLE = Path(__file__).parents[2] / "example_project"


@pytest.fixture(scope="session")
def example(build_shared_site):
    """The documentation, built as html."""
    return build_shared_site(files_of(EXAMPLE))


@pytest.fixture(scope="session")
def address(example, serve) -> Iterator[str]:
    """Where the built documentation is served."""
    with serve(example.outdir) as address:
        yield address
