"""Reading of MDX pages."""
