"""Who asks: the party, read from the words of a question."""
