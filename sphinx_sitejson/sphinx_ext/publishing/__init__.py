"""Publishing: what surrounds the pages of a site, for readers, search engines and other programs."""
