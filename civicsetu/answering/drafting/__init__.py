"""One turn's written answer: sentences decided as they come, shown once they stand, retried where they do not."""
