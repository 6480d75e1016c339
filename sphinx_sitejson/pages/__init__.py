"""The page files of a project."""
