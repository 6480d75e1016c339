"""OpenAPI documents: loaded once in a build, and the pages made from them."""
