extensions = ["sphinx_sitejson", "sphinx.ext.autodoc"]
sitejson_checks = ["all"]
nitpicky = True
html_static_path = ["nowhere"]
