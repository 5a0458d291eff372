"""Statements: read, check and look up the plain sentences of law that ship with the package."""
