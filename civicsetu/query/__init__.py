"""One reading of the question: what it names, where, when, and what it goes on from."""
