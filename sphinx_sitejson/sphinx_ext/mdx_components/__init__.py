"""The components that MDX pages may use."""
