"""Finds personal data in any text and puts the name of its kind in its place.

The ground floor: it knows nothing of the rest of the package, so that every place which
stores, logs or prints a text can mask it by one and the same function, `mask.mask`.
"""
