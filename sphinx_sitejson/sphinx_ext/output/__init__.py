"""Output: what the built site has at which address, besides its pages."""
