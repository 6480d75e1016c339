"""Expressions and statements of MDX pages, read as data; nothing is ever run."""
