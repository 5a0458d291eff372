"""What people ask and the words they use, by provision (doc2query): an index, never shown."""
