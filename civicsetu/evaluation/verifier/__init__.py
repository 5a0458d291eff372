"""Measure the verifier on sentences, claims of absence and translations whose truth is known."""
