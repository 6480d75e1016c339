extensions = ["sphinx_sitejson", "sphinx.ext.autodoc"]
sitejson_checks = ["all"]
nitpicky = True
html_static_path = ["nowhere"]
templates_path = ["_templates"]
html_sidebars = {"**": ["beside.html"]}
html_additional_pages = {"extra": "extra.html"}


def setup(app):
    import sphinx_sitejson

    sphinx_sitejson.add_component(app, "Lantern", template="lantern.html")
