"""Who asks: the party, told by the words of a question."""
