# Configure the site in site.json. This file is for Sphinx's own settings.
extensions = ["sphinx_sitejson"]
