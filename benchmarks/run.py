"""Runs the benchmarks: ``make bench``, or ``make bench ARGS=reading``.

Every figure is CPU time, measured beside a peer in the same run, because seconds mean little
without knowing the machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import api_pages
import mdx_pages
import reading
import real_sites

BENCHMARKS = {
    "reading": reading.run,
    "api-pages": api_pages.run,
    "mdx": mdx_pages.run,
    "real-sites": real_sites.run,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which ones: {', '.join(BENCHMARKS)}")
    parser.add_argument(
        "--documents",
        type=Path,
        help="a folder of OpenAPI documents, of MDX pages, or of sites to read",
    )
    options = parser.parse_args()
    for name in options.names or BENCHMARKS:
        print(f"\n== {name}")
        BENCHMARKS[name](options.documents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
