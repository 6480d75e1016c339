"""OpenAPI documents: reading them, and what they say."""
