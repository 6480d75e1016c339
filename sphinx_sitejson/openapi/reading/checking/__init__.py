"""Documents checked against OpenAPI: every fault found, the smallest part left out."""
