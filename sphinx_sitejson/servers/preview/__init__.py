"""The server of ``sitejson preview``: the built site, and the requests of its playground.

- ``playground_requests``: answers or forwards the playground requests of a preview.
- ``server``: the HTTP server of a preview: files, build events, playground requests.
"""
