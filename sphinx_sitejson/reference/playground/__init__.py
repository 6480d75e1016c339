"""What the playground of an operation is made of."""
