"""These tests need a library that the run with the oldest dependencies does not have."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = ["test_*.py"] if find_spec("hypothesis") is None else []
