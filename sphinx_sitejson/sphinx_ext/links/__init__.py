"""Links: resolved once all pages are known, and checked."""
