"""The parts of an answer as the page shows them: typed data, one part a file."""
