"""Where a post holds several questions, and where a question holds two halves."""
