"""Stands in for pyarrow, as `pandas` beside it."""

raise ImportError("pyarrow is not installed where the page is served")
