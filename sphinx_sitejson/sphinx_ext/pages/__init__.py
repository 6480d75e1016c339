"""Pages: what every page says of itself."""
