"""What surrounds the pages of a published site: plain data in, text out."""
