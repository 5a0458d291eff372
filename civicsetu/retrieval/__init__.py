"""From a question to the provisions that govern it."""
