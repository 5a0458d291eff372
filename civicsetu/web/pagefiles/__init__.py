"""The page's own files, and what is written into them."""
