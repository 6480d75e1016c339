"""API changes: what differs between two documents, on pages."""
