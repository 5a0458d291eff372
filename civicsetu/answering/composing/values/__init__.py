"""What the law fixes in figures, by matter and state, and how it is said."""
