# The settings of the site are in site.json; this file has only what Sphinx itself needs.
import sys
from pathlib import Path

from sphinx_sitejson import __version__

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_extensions"))

extensions = ["sphinx_sitejson", "settings_tables"]

version = release = __version__
author = "sphinx-sitejson contributors"
copyright = f"2026 {author}"

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist", "tasklist"]

# The schema is published beside the pages, so that editors can load it from there.
html_extra_path = ["../sphinx_sitejson/settings/site.schema.json"]
epub_exclude_files = ["site.schema.json"]
