"""Review lock: which words of the law each statement and parameter was reviewed against."""
