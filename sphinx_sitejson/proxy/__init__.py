"""The optional proxy of the playground: forwards requests to the declared base URLs only."""
