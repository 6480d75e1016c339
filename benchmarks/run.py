"""Runs the benchmarks: ``make bench``, or ``make bench ARGS=reading``.

Times are CPU time where one process does the work, and are measured beside a peer in the same run
where there is one, because seconds mean little without knowing the machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import api_pages
import javascript
import mdx_pages
import page_weight
import playground
import reading
import real_sites
import search
import site_pages

BENCHMARKS = {
    "reading": lambda options: reading.run(options.documents),
    "api-pages": lambda options: api_pages.run(options.documents),
    "mdx": lambda options: mdx_pages.run(options.documents),
    "javascript": lambda options: javascript.run(),
    "real-sites": lambda options: real_sites.run(options.documents),
    "page-weight": lambda options: page_weight.run(),
    "playground": lambda options: playground.run(),
    "search": lambda options: search.run(tuple(map(int, options.sizes.split(",")))),
    "site": lambda options: site_pages.run(tuple(map(int, options.sizes.split(",")))),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which ones: {', '.join(BENCHMARKS)}")
    parser.add_argument(
        "--documents",
        type=Path,
        help="a folder of OpenAPI documents, of MDX pages, or of sites to read",
    )
    parser.add_argument(
        "--sizes",
        default="100,400,1600",
        help="how many pages the sites of `site` and `search` have",
    )
    options = parser.parse_args()
    for name in options.names or BENCHMARKS:
        print(f"\n== {name}")
        BENCHMARKS[name](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
