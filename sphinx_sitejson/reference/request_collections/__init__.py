"""Collections of requests for API clients: a document as a file that a client imports.

In comes a document; ``building`` makes a collection that knows no client, from the same requests
that the samples of the pages send; one module for each format writes it.

- ``building``: folders, requests and variables of a document, independent of the format.
- ``formats``: the formats by name, and the text of a collection.
- ``bruno``: an OpenCollection file, which Bruno imports.
- ``http_file``: an ``.http`` file for editors.
- ``postman``: a collection for Postman, format v2.1.
"""
