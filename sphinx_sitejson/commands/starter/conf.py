# All settings of the site are in site.json; Sphinx's own settings go here.
extensions = ["sphinx_sitejson"]
