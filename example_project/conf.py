# The settings of the site are in site.json; this file has only what Sphinx itself needs.
import os
import sys
from pathlib import Path

from sphinx_sitejson import __version__
from sphinx_sitejson.settings import validation

sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("_extensions", "_library")]

extensions = ["sphinx_sitejson", "settings_tables", "program_tables", "service_hosts"]
extensions += ["changelog", "look_switcher", "web_pictures"]
# The library of the Harbour API is documented from its docstrings.
extensions += ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.viewcode"]
# Only these bring the builders "doctest" and "coverage".
extensions += ["sphinx.ext.doctest", "sphinx.ext.coverage"]

version = release = __version__
author = "sphinx-sitejson contributors"
copyright = f"2026 {author}"

templates_path = ["_templates"]
html_static_path = ["_static"]

sitejson_icons_path = "icons"
# The cards need the address that only the host knows, and Pillow, which it installs.
sitejson_social_cards = os.environ.get("READTHEDOCS") == "True"

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist", "tasklist"]

# The schema is published beside the pages, so that editors can load it from there.
schema_files = [validation.SITE_SCHEMA.name, validation.DOCS_SCHEMA.name]
html_extra_path = [str(Path(validation.__file__).with_name(name)) for name in schema_files]
epub_exclude_files = schema_files

# Drawings are converted where a program is installed that can; elsewhere books describe them.
suppress_warnings = ["sitejson.picture_left_out"]

# Nobody serves the preview while links are checked.
linkcheck_ignore = [r"http://localhost:\d+"]
# The lighthouse of the examples is made up: there is no module that could be looked through.
coverage_ignore_modules = ["lighthouse"]
# No inventory is loaded, so the standard library has no pages to link to.
nitpick_ignore_regex = [("py:.*", r"(collections\.abc|datetime|enum)\..*|Enum|Sequence|Iterator")]
