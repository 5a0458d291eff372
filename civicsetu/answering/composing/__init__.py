"""Compose an answer from statements: which statement answers what was asked, and what belongs to it."""
