"""Examples: those of a document, those that pages bring along, and those made from schemas."""
