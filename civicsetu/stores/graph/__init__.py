"""The graph of provisions: rows, statements, traversals."""
