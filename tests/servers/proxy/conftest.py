"""The proxy has packages of its own, which the run with the oldest versions does without."""

from importlib.util import find_spec

import pytest

collect_ignore_glob = ["test_*.py"] if find_spec("uvicorn") is None else []


@pytest.fixture(scope="module")
def upstream():
    from .support import running_upstream

    with running_upstream() as server:
        yield server


@pytest.fixture(scope="module")
def proxy(upstream):
    from .support import running_proxy

    with running_proxy(upstream.base) as running:
        yield running
