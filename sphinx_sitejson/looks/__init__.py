"""What the styling settings come to: colors that can be read, and fonts."""
