"""The API reference: operations and schemas as nodes, as HTML and as plain text."""
