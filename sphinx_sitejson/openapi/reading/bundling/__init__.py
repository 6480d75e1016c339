"""One document out of several files: what lies elsewhere is taken over once, under a name."""
