"""Publishing: what surrounds the pages of a site, for people and programs."""
