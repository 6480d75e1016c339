"""Fields: parameters and properties, with their types, limits and rules."""
