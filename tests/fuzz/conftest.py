"""These tests need libraries that the run with the oldest dependencies does not have."""

from importlib.util import find_spec

LIBRARIES = ("h11", "hypothesis")

collect_ignore_glob = [] if all(map(find_spec, LIBRARIES)) else ["test_*.py"]
