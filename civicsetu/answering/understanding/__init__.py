"""A question read by a model: what it asks and of whom it tells, held against the words that were written."""
