"""The promises of the proxy need its extra, which the run with the oldest dependencies lacks."""

from importlib.util import find_spec

collect_ignore = ["test_proxy.py"] if find_spec("uvicorn") is None else []
