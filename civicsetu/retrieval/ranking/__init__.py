"""From what the retrievers found to one ranked list."""
