"""The command ``sitejson`` as ``python -m sphinx_sitejson``, for shells that do not find it."""

from __future__ import annotations

import sys

from sphinx_sitejson.commands import main

if __name__ == "__main__":
    sys.exit(main())
