"""The playground: its files, its words and its button."""
