"""The retrievers of one question, side by side."""
