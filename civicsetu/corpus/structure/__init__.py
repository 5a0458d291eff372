"""From a text to its provisions: headings, divisions, chunks, references between them."""
