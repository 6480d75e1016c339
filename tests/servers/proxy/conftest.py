"""The proxy has packages of its own, which the run with the oldest versions does without."""

from importlib.util import find_spec

collect_ignore_glob = ["test_*.py"] if find_spec("uvicorn") is None else []
