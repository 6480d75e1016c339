"""The components that ship with the package, a family in each module."""
