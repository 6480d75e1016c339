"""Preview.

- ``playground_requests``: answers or forwards the playground requests of a preview.
- ``server``: the HTTP server of a preview: files, build events, playground requests.
"""
