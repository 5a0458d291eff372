"""The data that ships: registry, restatements, arrangements, corrections, question index."""
