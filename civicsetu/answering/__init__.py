"""From a question to sentences, each tied to the provision it comes from."""
