"""Silences: find what the law held does not settle, and answer with that in place of neighbouring law."""
