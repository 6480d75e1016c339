"""Runs samples of many requests, each language in as few processes as it can.

A runner writes programs into a folder and runs them; the server says which request arrived by a
number in front of the path, so that the order does not matter.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from sphinx_sitejson.common.json_documents.exact_json import exact_json, read_json
from sphinx_sitejson.http_messages.request import SampleRequest, request_data

from .support import Arrived, EchoServer, code_of

SCRIPTS = Path(__file__).parents[1] / "scripts"


# Programs.


def _run(*command: str, folder: Path) -> bytes:
    """Run a program, and return what it reports beside its output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
    assert done.returncode == 0, (done.stdout + done.stderr).decode("utf-8", "replace")[-3000:]
    return done.stderr


def _write(folder: Path, samples: list[str], ending: str) -> list[str]:
    names = [f"sample{number}{ending}" for number in range(len(samples))]
    for name, code in zip(names, samples, strict=True):
        (folder / name).write_text(f"{code}\n", encoding="utf-8")
    return names


def _shell(folder: Path, samples: list[str]) -> None:
    text = "\n".join(f"{code} </dev/null 2>errors || {{ cat errors; exit 1; }}" for code in samples)
    # In a script, HTTPie has to be told that nobody types.
    http = 'http() { command http --ignore-stdin "$@"; }'
    (folder / "all.sh").write_text(f"set -e\n{http}\n{text}\n", encoding="utf-8")
    _run("bash", "all.sh", folder=folder)


def _python(folder: Path, samples: list[str]) -> None:
    names = _write(folder, samples, ".py")
    code = f"import runpy\nfor name in {names!r}: runpy.run_path(name)"
    assert _run(sys.executable, "-W", "ignore", "-c", code, folder=folder) == b""


def _node(folder: Path, samples: list[str]) -> None:
    imports = "".join(f'await import("./{name}");\n' for name in _write(folder, samples, ".mjs"))
    (folder / "main.mjs").write_text(imports, encoding="utf-8")
    _run("node", "main.mjs", folder=folder)


def _php(folder: Path, samples: list[str]) -> None:
    includes = "".join(f'include "{name}";\n' for name in _write(folder, samples, ".php"))
    (folder / "main.php").write_text(f"<?php\n{includes}", encoding="utf-8")
    _run("php", "main.php", folder=folder)


def _ruby(folder: Path, samples: list[str]) -> None:
    loads = "".join(f'load "./{name}"\n' for name in _write(folder, samples, ".rb"))
    (folder / "main.rb").write_text(loads, encoding="utf-8")
    _run("ruby", "main.rb", folder=folder)


def _go(folder: Path, samples: list[str]) -> None:
    # Each in a file of its own: imports that nobody uses would stop the compiler.
    for number, code in enumerate(samples):
        own = code.replace("func main() {", f"func sample{number}() {{")
        (folder / f"sample{number}.go").write_text(own, encoding="utf-8")
    calls = "".join(f"\tsample{number}()\n" for number in range(len(samples)))
    (folder / "main.go").write_text(f"package main\n\nfunc main() {{\n{calls}}}\n")
    (folder / "go.mod").write_text("module samples\n\ngo 1.19\n")
    _run("go", "run", ".", folder=folder)


def _java(folder: Path, samples: list[str]) -> None:
    imports, methods = set(), []
    for number, code in enumerate(samples):
        head, _, rest = code.partition("\n\n")
        imports.update(head.splitlines())
        methods.append(f"static void send{number}() throws Exception {{\n{rest}}}\n")
    calls = "".join(f"send{number}();\n" for number in range(len(samples)))
    main = f"public static void main(String[] a) throws Exception {{\n{calls}}}\n"
    source = "\n".join(sorted(imports)) + f"\nclass All {{\n{''.join(methods)}{main}}}\n"
    (folder / "All.java").write_text(source, encoding="utf-8")
    _run("java", "-Dfile.encoding=UTF-8", "All.java", folder=folder)


def _kotlin(folder: Path, samples: list[str]) -> None:
    imports, functions = set(), []
    for number, code in enumerate(samples):
        head, _, rest = code.partition("\n\n")
        imports.update(head.splitlines())
        functions.append(rest.replace("fun main() {", f"fun send{number}() {{"))
    calls = "".join(f"    send{number}()\n" for number in range(len(samples)))
    source = "\n".join([*sorted(imports), *functions, f"fun main() {{\n{calls}}}\n"])
    (folder / "All.kt").write_text(source, encoding="utf-8")
    options = ("-include-runtime", "-jvm-target", "1.8", "-d", "all.jar")
    _run("kotlinc", "All.kt", *options, folder=folder)
    _run("java", "-jar", "all.jar", folder=folder)


def _playground(folder: Path, requests: list[SampleRequest]) -> None:
    """Send requests by the scripts of the playground itself."""
    shapes = json.dumps([request_data(request) for request in requests])
    (folder / "requests.json").write_text(shapes, encoding="utf-8")
    _run("node", str(SCRIPTS / "send-all.mjs"), str(folder / "requests.json"), folder=folder)


RUNNERS: Mapping[str, tuple[str, Callable[[Path, list[str]], None]]] = {
    "bash": ("curl", _shell),
    "python": ("python3", _python),
    "node": ("node", _node),
    "php": ("php", _php),
    "ruby": ("ruby", _ruby),
    "go": ("go", _go),
    "java": ("java", _java),
    "httpie": ("http", _shell),
    "kotlin": ("kotlinc", _kotlin),
}
"""The program that a language needs, and how its samples run."""


def is_there(language: str) -> bool:
    return shutil.which(RUNNERS[language][0]) is not None


def arrivals(
    language: str, requests: Mapping[str, SampleRequest], server: EchoServer, folder: Path
) -> dict[str, Arrived]:
    """Send requests in a language, or by the playground, and return what arrived, by name."""
    names = list(requests)
    numbered = [
        replace(request, url=f"{server.url}/{number}{request.url}")
        for number, request in enumerate(requests.values())
    ]
    server.arrived.clear()
    if language == "playground":
        _playground(folder, numbered)
    else:
        RUNNERS[language][1](folder, [code_of(language, each) for each in numbered])
    found = {}
    for arrived in server.arrived:
        number, _, rest = arrived.path.lstrip("/").partition("/")
        found[names[int(number)]] = replace(arrived, path=f"/{rest}")
    return found


# What two arrivals have in common.


def meaning(arrived: Arrived, request: SampleRequest) -> dict[str, Any]:
    """Return what a server understands: what tools spell in different ways is made alike."""
    wanted = {name.lower() for name, _ in request.headers}
    return {
        "method": arrived.method,
        # Browsers encode this one character by themselves.
        "path": arrived.path.replace("'", "%27"),
        "headers": {name: arrived.headers.get(name) for name in sorted(wanted)},
        "cookie": arrived.headers.get("cookie"),
        "authorization": arrived.headers.get("authorization"),
        "type": _type(arrived),
        "body": _body(arrived),
    }


def _type(arrived: Arrived) -> str:
    if not arrived.body:
        return ""
    text = re.sub(r"\s*boundary=[^;]+", "", arrived.headers.get("content-type", ""))
    # Some tools name the encoding of forms, which have only one.
    is_form = text.startswith("application/x-www-form-urlencoded")
    return "form" if is_form else text.rstrip("; ")


def _body(arrived: Arrived) -> Any:
    kind = arrived.headers.get("content-type", "")
    if kind.startswith("multipart/"):
        return _parts(kind, arrived.body)
    if kind.startswith("application/x-www-form-urlencoded"):
        return parse_qsl(arrived.body.decode(), keep_blank_values=True)
    if "json" in kind and arrived.body:
        # Digits, order and repeated keys count; spaces and how signs are escaped do not.
        return exact_json(read_json(arrived.body.decode()))
    return arrived.body


def _parts(kind: str, body: bytes) -> list[tuple[Any, ...]]:
    boundary = re.search(r'boundary="?([^";]+)', kind)
    assert boundary is not None
    pieces = body.split(b"--" + boundary[1].encode())[1:-1]
    found = []
    for piece in pieces:
        head, _, content = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        headers = BytesParser(policy=HTTP).parsebytes(head + b"\r\n\r\n", headersonly=True)
        others = {name.lower(): str(value) for name, value in headers.raw_items()}
        disposition = re.findall(r'(\w+)="([^"]*)"', others.pop("content-disposition", ""))
        others.pop("content-length", None)
        others.pop("content-transfer-encoding", None)
        found.append((tuple(disposition), tuple(sorted(others.items())), content[:-2]))
    return found


def table(results: Mapping[str, Mapping[str, bool]]) -> str:
    """Return how many requests arrived right in each language."""
    return json.dumps(
        {language: f"{sum(found.values())} of {len(found)}" for language, found in results.items()}
    )
