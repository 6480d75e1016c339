"""Files of a project and of its built site: which may be read, and how they are written.

``reading`` opens files and nothing else, ``writing`` replaces them whole, ``bounds`` knows which
files belong to a project, ``built_folders`` recognizes what an earlier build wrote, and
``source_tree`` walks through a project without running in circles.
"""
