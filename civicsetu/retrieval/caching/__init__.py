"""Caches of question vectors and results, and their keys."""
