"""How long it takes to read, bundle and check a document, beside two peers."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from documents import made_up_document

SIZES = {"small": 20, "middle": 400, "large": 3000}
ROUNDS = 3
LONGEST = 300
"""Seconds after which a peer is stopped."""

PROGRAMS = {
    "cold": """
from pathlib import Path
from sphinx_sitejson.openapi.reading import ReadOptions, read_document
path = Path(sys.argv[1])
start = time.process_time()
read_document(path.name, root=path.parent, options=ReadOptions())
""",
    "cached": """
from pathlib import Path
from sphinx_sitejson.openapi.reading import ReadOptions, read_document
path = Path(sys.argv[1])
options = ReadOptions(cache_folder=Path(sys.argv[2]))
read_document(path.name, root=path.parent, options=options)
start = time.process_time()
read_document(path.name, root=path.parent, options=options)
""",
    "openapi-spec-validator": """
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator
from openapi_spec_validator.readers import read_from_filename
start = time.process_time()
data, _ = read_from_filename(sys.argv[1])
is_3_1 = str(data["openapi"]).startswith("3.1")
validator = OpenAPIV31SpecValidator if is_3_1 else OpenAPIV30SpecValidator
list(validator(data).iter_errors())
""",
    "prance": """
import prance
start = time.process_time()
parser = prance.BaseParser(sys.argv[1], lazy=True, strict=False)
parser.parse()
""",
}


def run(documents: Path | None) -> None:
    """Print one line for each document."""
    with tempfile.TemporaryDirectory() as folder:
        paths = sorted(documents.iterdir()) if documents else _made_up(Path(folder))
        print(
            f"{'document':32}{'kB':>8}"
            + "".join(f"{name:>24}" for name in PROGRAMS)
            + f"{'ratio':>8}"
        )
        for path in paths:
            times = {name: _seconds(code, path, Path(folder)) for name, code in PROGRAMS.items()}
            cells = "".join(f"{_shown(seconds):>24}" for seconds in times.values())
            peer, own = times["openapi-spec-validator"], times["cold"]
            ratio = f"{peer / own:.0f}x" if peer and own else "-"
            print(f"{path.name[:30]:32}{path.stat().st_size // 1000:>8}{cells}{ratio:>8}")
    print("CPU seconds, medians; ratio: openapi-spec-validator to our cold reading.")


def _made_up(folder: Path) -> list[Path]:
    paths = []
    for name, operations in SIZES.items():
        path = folder / f"{name}.json"
        path.write_text(json.dumps(made_up_document(operations)), encoding="utf-8")
        paths.append(path)
    return paths


def _seconds(program: str, document: Path, folder: Path) -> float | None:
    """Measure in processes of their own, so that nothing is warm that would not be."""
    code = f"import sys, time\n{program}\nprint(time.process_time() - start)"
    command = [sys.executable, "-c", code, str(document), str(folder / "cache")]
    found = []
    for _ in range(ROUNDS):
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=LONGEST, check=True
            )
        except (subprocess.SubprocessError, OSError):
            return None
        found.append(float(done.stdout.split()[-1]))
    return statistics.median(found)


def _shown(seconds: float | None) -> str:
    return "failed" if seconds is None else f"{seconds:.3f}"
