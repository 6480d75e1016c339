"""Collections of requests for API clients: a document as a file that a client imports.

``building`` converts a document to a collection that is independent of the client, from the same
requests as the samples; one module per format writes it.

- ``bruno``: an OpenCollection file, which Bruno imports.
- ``building``: folders, requests and variables of a document, independent of the format.
- ``formats``: the formats by name, and the text of a collection.
- ``http_file``: an ``.http`` file for editors.
- ``postman``: a collection for Postman, format v2.1.
"""
